// Package edge is the room of what every request passes before a protocol or a page answers it:
// middleware (request ids, security headers, deadlines), admission control, rate limits, load
// shedding, the response cache and telemetry. It decides whether and when a request is served,
// never what the answer is, and it knows no protocol and no table of the market.
//
// Begin with middleware, which puts the others in order; app decides their sizes.
package edge
