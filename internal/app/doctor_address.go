package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// lookAtAddress calls the server at its public address.
func (d *doctor) lookAtAddress(ctx context.Context) {
	public, err := url.Parse(d.cfg.PublicURL)
	switch {
	case d.cfg.PublicURL == "" || err != nil:
		d.say("public URL", Doubted, "links in mails lead to %s: set AUTOMACAO_PUBLIC_URL to the address that people use", d.cfg.URL())
		return
	case public.Scheme != "https" && !isOwnName(public.Hostname()):
		d.say("public URL", Ill, "AUTOMACAO_PUBLIC_URL is no https:// address: passwords would go over the network in the clear, and passkeys need it")
		return
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, d.cfg.URL()+"/live", nil)
	if err != nil {
		d.say("public URL", Ill, "AUTOMACAO_PUBLIC_URL cannot be called: %v", err)
		return
	}
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}}
	answer, err := client.Do(asked)
	if err != nil {
		d.say("public URL", Ill, "%s does not answer from here: look at the name, the certificate and the proxy before the server: %v", d.cfg.URL(), err)
		return
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK || string(body) != `{"status":"ok"}` {
		d.say("public URL", Ill, "%s/live is answered %d by something that is not this market: look at where the name and the proxy lead", d.cfg.URL(), answer.StatusCode)
		return
	}
	d.say("public URL", Well, "%s leads here", d.cfg.URL())
}

func isOwnName(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// lookAtProxies checks that X-Forwarded-For is believed from the proxy only: rate limits depend on
// the visitors' addresses.
func (d *doctor) lookAtProxies(context.Context) {
	networks, err := d.cfg.proxies()
	if err != nil {
		d.say("proxies", Ill, "%v", err)
		return
	}
	for _, network := range networks {
		if network.Bits() == 0 {
			d.say("proxies", Ill, "AUTOMACAO_TRUSTED_PROXIES has %s: everybody may say who he is and get round every limit; name the proxy's own network", network)
			return
		}
	}
	if len(networks) == 0 && strings.HasPrefix(d.cfg.PublicURL, "https://") {
		d.say("proxies", Doubted, "somebody else ends TLS for this server, and its X-Forwarded-For is not believed: all visitors share one limit; name its network in AUTOMACAO_TRUSTED_PROXIES")
		return
	}
	d.say("proxies", Well, "X-Forwarded-For is believed from %d networks", len(networks))
}

// lookAtMetrics checks that the address of the metrics is not public, because they need no
// password.
func (d *doctor) lookAtMetrics(context.Context) {
	if d.cfg.MetricsAddr == "" {
		d.say("metrics", Well, "they are off, as AUTOMACAO_METRICS_ADDR is empty")
		return
	}
	host, _, _ := net.SplitHostPort(d.cfg.MetricsAddr)
	address, err := netip.ParseAddr(host)
	if host == "localhost" || err == nil && (address.IsLoopback() || address.IsPrivate()) {
		d.say("metrics", Well, "they are open at %s, which is no public address", d.cfg.MetricsAddr)
		return
	}
	d.say("metrics", Doubted, "whoever reaches AUTOMACAO_METRICS_ADDR (%s) reads numbers and profiles without a password: name an address of this machine or of a private network", d.cfg.MetricsAddr)
}
