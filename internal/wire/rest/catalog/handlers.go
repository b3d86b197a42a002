package catalog

import "slices"

// Handler formats rows in a media type for which the database has a domain. Either an aggregate
// does so, or the called function returns the domain itself.
type Handler struct {
	// Media is the media type, or */* for any.
	Media string `json:"media"`
	// Of is the relation whose rows it takes, or the function; nil takes any rows.
	Of *Name `json:"of"`
	// Aggregate is nil if the function itself returns the media type.
	Aggregate *Name `json:"aggregate"`
	// IsBytes is whether its output is binary rather than text.
	IsBytes bool `json:"is_bytes"`
}

// Handler returns the handler of a media type, or nil. A handler of one of the given relations or
// functions takes precedence over one for any rows, but applies only if all columns are selected.
func (c *Catalog) Handler(of []Name, media string, isWhole bool) *Handler {
	if isWhole {
		for _, kind := range []string{"*/*", media} {
			for _, h := range c.handlers {
				if h.Media == kind && h.Of != nil && slices.Contains(of, *h.Of) {
					return h
				}
			}
		}
	}
	for _, h := range c.handlers {
		if h.Media == media && h.Of == nil {
			return h
		}
	}
	return nil
}
