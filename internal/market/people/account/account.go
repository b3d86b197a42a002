// Package account owns who may take part: registration with its checks, and
// an administrator's decision to block or activate somebody. It must not
// know how anyone signs in; that is the auth protocol's.
package account
