package catalog

import "slices"

// Handler writes rows in a media type that the database has a domain for: an
// aggregate does, or the function that is called returns it itself.
type Handler struct {
	// Media is the media type, or */* for whichever is asked for.
	Media string `json:"media"`
	// Of is the relation whose rows it takes, or the function; nil takes any.
	Of *Name `json:"of"`
	// Aggregate is nil where the function itself returns the media type.
	Aggregate *Name `json:"aggregate"`
	// IsBytes says that what it writes is not text.
	IsBytes bool `json:"is_bytes"`
}

// Handler returns what writes a media type, nil where nothing does. That of a
// relation or function comes before that of any rows, but only writes all of its
// columns.
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
