package raster

import (
	"fmt"
	"image"
	"net/url"
	"slices"
	"strconv"

	"github.com/disintegration/imaging"
)

// How a picture is fitted into a width and a height.
const (
	Cover   = "cover"   // fills it and is cropped
	Contain = "contain" // lies inside it
	Fill    = "fill"    // is stretched to it
)

// Bounds of a change, in pixels and percent.
const (
	changeSideMax = 2000
	qualityMin    = 20
	qualityMax    = 100
)

// Change is what the protocol may ask of a picture. A zero field leaves it as
// it is. No change makes a picture larger than it was.
type Change struct {
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Resize  string `json:"resize"`
	Quality int    `json:"quality"`
	Format  string `json:"format"`
}

// ParseChange reads a change from a query; unknown parameters are not its own.
func ParseChange(query url.Values) (Change, error) {
	var change Change
	for name, into := range map[string]*int{"width": &change.Width, "height": &change.Height, "quality": &change.Quality} {
		if !query.Has(name) {
			continue
		}
		number, err := strconv.Atoi(query.Get(name))
		if err != nil || number == 0 {
			return Change{}, fmt.Errorf("%s must be a number of at least 1", name)
		}
		*into = number
	}
	change.Resize, change.Format = query.Get("resize"), query.Get("format")
	return change, change.Check()
}

// Check returns a sentence about the first field out of bounds.
func (c Change) Check() error {
	switch {
	case c.Width < 0 || c.Width > changeSideMax:
		return fmt.Errorf("width must be 1 to %d", changeSideMax)
	case c.Height < 0 || c.Height > changeSideMax:
		return fmt.Errorf("height must be 1 to %d", changeSideMax)
	case c.Quality != 0 && (c.Quality < qualityMin || c.Quality > qualityMax):
		return fmt.Errorf("quality must be %d to %d", qualityMin, qualityMax)
	case !slices.Contains([]string{"", Cover, Contain, Fill}, c.Resize):
		return fmt.Errorf("resize must be %s, %s or %s", Cover, Contain, Fill)
	case !slices.Contains([]string{"", "origin"}, c.Format):
		return fmt.Errorf("format must be origin")
	}
	return nil
}

// Query is the change in its one canonical form, which ParseChange reads.
func (c Change) Query() url.Values {
	query := url.Values{}
	for name, number := range map[string]int{"width": c.Width, "height": c.Height, "quality": c.Quality} {
		if number != 0 {
			query.Set(name, strconv.Itoa(number))
		}
	}
	if c.Resize != "" {
		query.Set("resize", c.Resize)
	}
	return query
}

func (c Change) quality() int {
	if c.Quality == 0 {
		return qualityShown
	}
	return c.Quality
}

func (c Change) apply(picture image.Image) image.Image {
	if c.Width == 0 && c.Height == 0 {
		return picture
	}
	size := picture.Bounds().Size()
	width, height := c.Width, c.Height
	if width == 0 {
		width = max(1, size.X*height/size.Y)
	}
	if height == 0 {
		height = max(1, size.Y*width/size.X)
	}
	switch c.Resize {
	case Contain:
		return imaging.Fit(picture, width, height, imaging.Lanczos)
	case Fill:
		return imaging.Resize(picture, min(width, size.X), min(height, size.Y), imaging.Lanczos)
	default:
		width, height = within(width, height, size)
		return imaging.Fill(picture, width, height, imaging.Center, imaging.Lanczos)
	}
}

// within shrinks a frame, its shape kept, until it fits into size.
func within(width, height int, size image.Point) (int, int) {
	if width > size.X {
		width, height = size.X, max(1, height*size.X/width)
	}
	if height > size.Y {
		width, height = max(1, width*size.Y/height), size.Y
	}
	return width, height
}

func shrink(picture image.Image, edgeMax int) image.Image {
	size := picture.Bounds().Size()
	if size.X <= edgeMax && size.Y <= edgeMax {
		return picture
	}
	return imaging.Fit(picture, edgeMax, edgeMax, imaging.Lanczos)
}
