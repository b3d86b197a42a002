package app

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// pictureOrigins returns the other origins whose pictures may be shown. They use https, so that
// nobody can change the pictures on their way.
func (c *Config) pictureOrigins() ([]string, error) {
	var origins []string
	for _, text := range c.PictureOrigins {
		parsed, err := url.Parse(text)
		if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || text != "https://"+strings.ToLower(parsed.Host) || strings.Contains(text, "*") {
			return nil, fmt.Errorf("AUTOMACAO_PICTURE_ORIGINS: %q is no origin like https://cdn.example.com", text)
		}
		origins = append(origins, text)
	}
	return origins, nil
}

// storageOrigins returns the origins at which the product's own storage is reached: the public
// address, or else every address on which the server listens, and the allowed origins, which may
// forward to the storage, as the development server does.
func (c *Config) storageOrigins(listening net.Addr) []string {
	origins := []string{c.URL()}
	for _, origin := range c.AllowedOrigins {
		if origin != "*" {
			origins = append(origins, origin)
		}
	}
	_, port, err := net.SplitHostPort(listening.String())
	if err != nil || c.PublicURL != "" && !isLoopback(c.URL()) {
		return origins
	}
	origins = append(origins, "http://"+listening.String())
	for _, host := range append([]string{"localhost", "127.0.0.1", "::1"}, hostsOf(listening)...) {
		origins = append(origins, "http://"+net.JoinHostPort(host, port))
	}
	return origins
}

func isLoopback(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(parsed.Hostname())
	return parsed.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// hostsOf returns the addresses of this machine, if the server listens on all of them.
func hostsOf(listening net.Addr) (hosts []string) {
	tcp, ok := listening.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return nil
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && !network.IP.IsLoopback() {
			hosts = append(hosts, network.IP.String())
		}
	}
	return hosts
}
