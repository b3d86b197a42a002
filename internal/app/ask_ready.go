package app

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// readyTimeout bounds the wait for the server's answer.
const readyTimeout = 4 * time.Second

// AskReady asks the server of the configuration, on this machine, whether it is ready. Its error
// names what the server lacks.
func AskReady(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+nearAddr(cfg.Addr)+"/ready", nil)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(asked)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: %s", strings.TrimSpace(string(body)))
	}
	return nil
}

// nearAddr returns the address at which this machine reaches a listener, which may listen on all
// addresses.
func nearAddr(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
