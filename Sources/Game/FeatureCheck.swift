// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The compiler and SwiftPM silently accept a misspelt upcoming feature. All targets share the same
// settings, so checking them in the module that all others depend on checks them all. The Embedded
// build passes the same flags.

#if !hasFeature(ExistentialAny)
#error("ExistentialAny is off: compile with Package.swift's houseSettings, spelled as there.")
#endif

#if !hasFeature(InternalImportsByDefault)
#error("InternalImportsByDefault is off: compile with Package.swift's houseSettings.")
#endif

#if !hasFeature(MemberImportVisibility)
#error("MemberImportVisibility is off: compile with Package.swift's houseSettings.")
#endif
