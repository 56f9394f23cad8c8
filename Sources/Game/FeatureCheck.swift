// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The compiler and SwiftPM accept a misspelled upcoming feature without a word, and the code then
// means something else. Every target is compiled with the same settings, so asking in the one
// module that everything stands on asks for all. The Embedded build passes the same flags.

#if !hasFeature(ExistentialAny)
#error("ExistentialAny is off: compile with Package.swift's houseSettings, spelled as there.")
#endif

#if !hasFeature(InternalImportsByDefault)
#error("InternalImportsByDefault is off: compile with Package.swift's houseSettings.")
#endif

#if !hasFeature(MemberImportVisibility)
#error("MemberImportVisibility is off: compile with Package.swift's houseSettings.")
#endif
