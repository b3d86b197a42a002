package storage

import (
	"bytes"
	"image"
	"net/http"
	"testing"

	"github.com/google/uuid"
)

func TestAPictureIsServedInAnotherSize(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{Transforms: true})
	key := "avatars/" + marina.String() + "-2.png"
	b.want(b.put(marina, key, pngOf(40, 20)), "")
	path := "/render/image/public/" + uploads + "/" + key
	size := func(query, format string, width, height int) {
		t.Helper()
		a := b.do(nil, http.MethodGet, path+query, nil)
		b.want(a, "")
		got, name, err := image.DecodeConfig(bytes.NewReader(a.body))
		if err != nil || name != format || got.Width != width || got.Height != height || a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %s %dx%d, %v, %v", query, name, got.Width, got.Height, err, a.header)
		}
	}
	size("?width=10", "png", 10, 5)
	size("?width=10&height=10", "png", 10, 10)
	size("?width=10&height=10&resize=contain", "png", 10, 5)
	size("?width=10&height=10&resize=fill", "png", 10, 10)
	size("?width=2000", "png", 40, 20)
	if b.server.rendered.canWrite("webp") {
		size("?width=10&format=webp", "webp", 10, 5)
	} else {
		b.want(b.do(nil, http.MethodGet, path+"?format=webp", nil), "InvalidRequest")
	}
	for _, wrong := range []string{"?width=-1", "?width=a", "?quality=19", "?resize=grow", "?format=gif"} {
		b.want(b.do(nil, http.MethodGet, path+wrong, nil), "InvalidRequest")
	}
	b.want(b.do(marina, http.MethodDelete, "/cdn/"+uploads+"/"+key, nil), "AccessDenied")
	b.want(b.do("service_role", http.MethodDelete, "/cdn/"+uploads+"/"+key, nil), "")
	if used := b.server.rendered.used; used != 0 {
		t.Errorf("%d bytes are kept", used)
	}
}

// TestFormatsAreThoseThatTheMachineWrites checks that without vips a client that also accepts WebP
// or AVIF gets the picture's own format, and that a request for nothing else is refused.
func TestFormatsAreThoseThatTheMachineWrites(t *testing.T) {
	t.Parallel()
	key := "avatars/" + marina.String() + "-2.png"
	path := "/render/image/public/" + uploads + "/" + key + "?width=10"
	for _, vips := range []string{"no-such-program", "vips"} {
		b := setup(t, Config{Transforms: true, Vips: vips})
		b.want(b.put(marina, key, pngOf(40, 20)), "")
		for _, format := range []string{"webp", "avif"} {
			media, canWrite := "image/"+format, b.server.rendered.canWrite(format)
			if vips == "no-such-program" && canWrite {
				t.Fatalf("%s is written by nothing", format)
			}
			taken, forced := b.do(nil, http.MethodGet, path, nil, "Accept", media+",*/*"), b.do(nil, http.MethodGet, path+"&format="+format, nil)
			if !canWrite {
				b.want(forced, "InvalidRequest")
				media = "image/png"
			} else if got := forced.header.Get("Content-Type"); got != media {
				t.Errorf("%s is %s: %s", format, got, forced.body)
			}
			if got := taken.header.Get("Content-Type"); got != media || taken.header.Get("Vary") != "Accept" || len(taken.body) == 0 {
				t.Errorf("a client that accepts %s gets %s, %v", format, got, taken.header)
			}
			if got := b.do(nil, http.MethodGet, path+"&format=origin", nil, "Accept", media); got.header.Get("Content-Type") != "image/png" {
				t.Errorf("the origin is %s", got.header.Get("Content-Type"))
			}
		}
	}
}

func TestPicturesAreRenderedOnlyWhereAsked(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	b.want(b.do(nil, http.MethodGet, "/render/image/public/"+uploads+"/a.png?width=1", nil), codeNoRoute)
}

func TestRenderedPicturesAreBounded(t *testing.T) {
	t.Parallel()
	r := newRendered(Config{TransformsBytesMax: 8 * shownOverhead})
	first := renderedKey{version: uuid.New()}
	r.keep(first, &shownPicture{content: make([]byte, shownOverhead)})
	r.keep(renderedKey{version: uuid.New()}, &shownPicture{content: make([]byte, shownOverhead+1)})
	if r.used != 2*shownOverhead {
		t.Fatalf("keeps %d bytes", r.used)
	}
	for range 4 {
		r.keep(renderedKey{version: uuid.New()}, &shownPicture{content: make([]byte, shownOverhead)})
	}
	if r.used != 8*shownOverhead || r.find(first) != nil {
		t.Errorf("keeps %d bytes, the oldest is %v", r.used, r.find(first))
	}
}

// FuzzTransform checks that a transformation is within its bounds, and that a token preserves it.
func FuzzTransform(f *testing.F) {
	for _, seed := range [][5]string{{"10", "20", "cover", "80", "webp"}, {"", "", "", "", ""}, {"-1", "1e9", "fill", "19", "avif"}, {"9999999999", "0", "grow", "100", "origin"}, {"+5", " 5", "contain", "0x20", "gif"}} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, width, height, resize, quality, format string) {
		options := map[string]string{"width": width, "height": height, "resize": resize, "quality": quality, "format": format}
		wanted, err := readTransform(func(name string) string { return options[name] })
		if err != nil {
			return
		}
		toWidth, toHeight, _ := wanted.fit(640, 480)
		if toWidth < 1 || toHeight < 1 || toWidth > 640 || toHeight > 480 {
			t.Fatalf("%+v is %dx%d", wanted, toWidth, toHeight)
		}
		again, err := readSigned(wanted.signed(), wanted.format)
		if err != nil || again != wanted {
			t.Fatalf("%+v is signed as %q, which is %+v, %v", wanted, wanted.signed(), again, err)
		}
	})
}
