// Package account owns who may take part: registration and its checks, an administrator's decision
// to block or activate somebody, and the export and deletion of a member's data. It must not know
// how anybody signs in, which belongs to the auth protocol.
package account
