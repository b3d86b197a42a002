// Package edge holds what every request passes through before a protocol or a page answers it:
// middleware (request ids, security headers, deadlines), admission control, rate limits, load
// shedding, the response cache and telemetry. It decides whether and when a request is served,
// never what the answer is. It knows no protocol and no table of the market.
//
// Start reading at middleware, which puts the others in order. Package app decides their sizes.
package edge
