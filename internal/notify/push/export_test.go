package push

// MayDial exposes the dialer's check to tests.
func MayDial(services Services, address string) error { return services.mayDial(address) }
