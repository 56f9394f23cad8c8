// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.
//
// What Swift cannot see of OpenSSL 3: macros and variadic functions, each as one `cossl_` function.

#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/// `EVP_EC_gen` is a macro over the variadic `EVP_PKEY_Q_keygen`.
static inline EVP_PKEY *cossl_generate_p256(void) { return EVP_EC_gen("P-256"); }

/// `BIO_get_mem_data` is a macro over `BIO_ctrl`.
static inline long cossl_bio_bytes(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

/// `SSL_CTX_set_min_proto_version` is a macro over `SSL_CTX_ctrl`.
static inline int cossl_require_tls_1_2(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

/// `SSL_CTX_add0_chain_cert` is a macro over `SSL_CTX_ctrl`; after a 1 the context owns it.
static inline int cossl_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

/// Whether the newest error says "the PEM text ended", which is how reading a chain stops normally.
static inline int cossl_is_end_of_pem(unsigned long error) {
  return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

#endif
