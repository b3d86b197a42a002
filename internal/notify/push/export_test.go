package push

// MayDial asks what the dialer does.
func MayDial(services Services, address string) error { return services.mayDial(address) }
