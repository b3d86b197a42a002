package differential_test

// thought are requests that were thought of one by one.
func thought() []ask {
	return nil
}
