package realtime

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/caller"
	"automacao/internal/limit"
)

// Config sets the hub's limits. The zero value is usable: every zero field
// takes the default named beside it.
type Config struct {
	// PreRequest names a function without arguments, such as
	// "auth.check_session", that raises SQLSTATE PT4xx when a token's session
	// has ended. Empty means that tokens are good until they expire.
	PreRequest string
	// AllowedOrigins are the browser origins besides the server's own host
	// that may open a socket ("https://example.com"); "*" allows any.
	AllowedOrigins []string
	// AllowPublic lets everyone broadcast and be present on public topics.
	AllowPublic bool
	// RegexRoles may filter by regular expressions (match, imatch) besides the
	// service role; "*" is every role. Matching is linear here, but a pattern of
	// a few bytes may be a thousand times as long once its repeats are unfolded.
	RegexRoles []string
	// Direct reaches PostgreSQL for LISTEN past the pooler that the hub's own pool
	// leads through; nil where it leads through none, or where no changes, and no
	// broadcasts of other nodes, are to be heard.
	Direct *pgxpool.Pool

	// Meter measures requests by route, what a socket says excepted; nil measures
	// none.
	Meter *limit.Meter

	FrameBytesMax  int64 // of one incoming frame; 64 KiB
	RecordBytesMax int   // of one delivered row; 1 MiB
	QueueBytesMax  int   // waiting for one socket before it is dropped; 4 MiB
	QueueFramesMax int   // waiting for one socket before it is dropped; 2048

	ConnectionsMax        int // of this node; 10 000
	ConnectionsPerUserMax int // 50
	ConnectionsPerIPMax   int // 500, as a company may share one address
	ChannelsMax           int // per socket; 100

	MessagesPerSecond float64 // per socket, bursts of four seconds; 50
	JoinsPerSecond    float64 // per socket, bursts of ChannelsMax; 20
	PresencePerSecond float64 // per socket, bursts of ten; 1

	Heartbeat    time.Duration // the client's beat; two missed ones close; 25 s
	RecheckEvery time.Duration // 60 s
	WriteTimeout time.Duration // of one frame to a reader that stalls; 10 s
	Workers      int           // database connections used at once; 4
}

var functionName = regexp.MustCompile(`^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$`)

// Validate reports the first value the hub cannot work with.
func (c Config) Validate() error {
	if c.PreRequest != "" && !functionName.MatchString(c.PreRequest) {
		return fmt.Errorf("realtime: %q is no function name", c.PreRequest)
	}
	if c.FrameBytesMax < 0 || c.QueueBytesMax < 0 || c.Workers < 0 {
		return fmt.Errorf("realtime: limits must not be negative")
	}
	return nil
}

func (c Config) allowsRegex(role string) bool {
	return role == caller.ServiceRole || slices.Contains(c.RegexRoles, role) || slices.Contains(c.RegexRoles, "*")
}

func (c Config) withDefaults() Config {
	orDefault(&c.FrameBytesMax, 64<<10)
	orDefault(&c.RecordBytesMax, 1<<20)
	orDefault(&c.QueueBytesMax, 4<<20)
	orDefault(&c.QueueFramesMax, 2048)
	orDefault(&c.ConnectionsMax, 10_000)
	orDefault(&c.ConnectionsPerUserMax, 50)
	orDefault(&c.ConnectionsPerIPMax, 500)
	orDefault(&c.ChannelsMax, 100)
	orDefault(&c.MessagesPerSecond, 50)
	orDefault(&c.JoinsPerSecond, 20)
	orDefault(&c.PresencePerSecond, 1)
	orDefault(&c.Heartbeat, 25*time.Second)
	orDefault(&c.RecheckEvery, time.Minute)
	orDefault(&c.WriteTimeout, 10*time.Second)
	orDefault(&c.Workers, 4)
	return c
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
