package storage

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// transform is how to transform a picture. Its zero value leaves it unchanged.
type transform struct {
	width, height int
	// resize is cover, contain or fill; empty is cover.
	resize  string
	quality int
	// format is origin, webp or avif; empty is the best that the client accepts.
	format string
}

const (
	renderedEdgeMax = 2000
	qualityMin      = 20
	qualityMax      = 100
	qualityDefault  = 80
)

// readTransform parses options by name, from a query or a body. Sides are capped at the maximum.
func readTransform(option func(name string) string) (t transform, err error) {
	if t.width, err = whole("width", option("width"), 0, 1<<30); err != nil {
		return t, err
	}
	if t.height, err = whole("height", option("height"), 0, 1<<30); err != nil {
		return t, err
	}
	t.width, t.height = min(t.width, renderedEdgeMax), min(t.height, renderedEdgeMax)
	if t.quality, err = whole("quality", option("quality"), qualityMin, qualityMax); err != nil {
		return t, err
	}
	if t.resize, err = among("resize", option("resize"), "cover", "contain", "fill"); err != nil {
		return t, err
	}
	t.format, err = among("format", option("format"), "origin", "webp", "avif")
	return t, err
}

func whole(name, text string, least, most int) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, invalidRequest(name + " must be a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most))
	}
	return n, nil
}

func among(name, text string, known ...string) (string, error) {
	if text != "" && !slices.Contains(known, text) {
		return "", invalidRequest(name + " must be one of " + strings.Join(known, ", "))
	}
	return text, nil
}

// signed is the transformation as written into a token.
func (t transform) signed() string {
	var said []string
	for name, value := range map[string]int{"height": t.height, "width": t.width, "quality": t.quality} {
		if value > 0 {
			said = append(said, name+":"+strconv.Itoa(value))
		}
	}
	if t.resize != "" {
		said = append(said, "resize:"+t.resize)
	}
	if t.format != "" && t.format != "origin" {
		said = append(said, "format:"+t.format)
	}
	slices.Sort(said)
	return strings.Join(said, ",")
}

// readSigned parses what signed wrote.
func readSigned(text, format string) (transform, error) {
	options := map[string]string{}
	for option := range strings.SplitSeq(text, ",") {
		if name, value, ok := strings.Cut(option, ":"); ok {
			options[name] = value
		}
	}
	if format != "" {
		options["format"] = format
	}
	return readTransform(func(name string) string { return options[name] })
}

// String describes the transformation for a response header.
func (t transform) String() string {
	var done []string
	if t.height > 0 {
		done = append(done, "height:"+strconv.Itoa(t.height))
	}
	if t.width > 0 {
		done = append(done, "width:"+strconv.Itoa(t.width))
	}
	if t.width > 0 || t.height > 0 {
		done = append(done, "resizing_type:"+map[string]string{"contain": "fit", "fill": "force"}[t.resize]+map[bool]string{true: "fill"}[t.resize == "" || t.resize == "cover"])
	}
	if t.quality > 0 {
		done = append(done, "quality:"+strconv.Itoa(t.quality))
	}
	if t.format != "" && t.format != "origin" {
		done = append(done, "format:"+t.format)
	}
	return strings.Join(done, ",")
}

// fit is the size of the transformed picture, and whether the rest is cropped. Pictures are never
// enlarged.
func (t transform) fit(width, height int) (toWidth, toHeight int, isCut bool) {
	wide, high := t.width, t.height
	switch {
	case wide == 0 && high == 0:
		return width, height, false
	case t.resize == "fill" && wide > 0 && high > 0:
		return min(wide, width), min(high, height), false
	case wide == 0:
		return scaled(width, high, height), min(high, height), false
	case high == 0:
		return min(wide, width), scaled(height, wide, width), false
	case t.resize == "contain":
		if wide*height < high*width {
			return min(wide, width), scaled(height, wide, width), false
		}
		return scaled(width, high, height), min(high, height), false
	}
	return min(wide, width), min(high, height), true
}

// scaled is a side's length when the other side goes from one length to another.
func scaled(side, to, from int) int {
	if to >= from {
		return side
	}
	return max(1, (side*to+from/2)/from)
}

// accepted is the best format that both the client accepts and the machine can write.
func accepted(r *http.Request, canWrite func(format string) bool) string {
	accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
	for _, format := range []string{"avif", "webp"} {
		for each := range strings.SplitSeq(accept, ",") {
			kind, params, _ := strings.Cut(strings.TrimSpace(each), ";")
			refuses := strings.ReplaceAll(params, " ", "") == "q=0"
			if strings.TrimSpace(kind) == "image/"+format && !refuses && canWrite(format) {
				return format
			}
		}
	}
	return ""
}
