//go:build !linux

package app

import "errors"

// reusePort is Linux's: elsewhere all connections go to one of the servers.
func reusePort(uintptr) error {
	return errors.New("AUTOMACAO_SHARE_PORT works on Linux only")
}
