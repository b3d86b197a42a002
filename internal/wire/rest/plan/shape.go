package plan

// custom lets a handler of the database write the rows.
func (b *builder) custom() string {
	handler := b.options.Handler
	written := "(array_agg(page.pgrst_scalar))[1]"
	if handler.Aggregate != nil {
		row := "page.*"
		if handler.Of != nil {
			row = "(page.*)::" + quoteName(*handler.Of)
		}
		written = quoteName(*handler.Aggregate) + "(" + row + ")"
	}
	if handler.IsBytes {
		return "coalesce(encode(" + written + "::bytea, 'hex'), '')"
	}
	return "coalesce(" + written + "::text, '')"
}

// isHex reports whether the body is bytes, which are transferred in hexadecimal.
func (b *builder) isHex() bool { return b.options.Shape == Custom && b.options.Handler.IsBytes }

// asked completes a statement for the requested form of its response.
func (b *builder) asked(s Statement) Statement {
	s.IsHex = b.isHex()
	if b.options.Explain == "" {
		return s
	}
	s.SQL, s.IsExplained, s.Estimate, s.Found, s.IsHex = b.options.Explain+s.SQL, true, "", 0, false
	return s
}
