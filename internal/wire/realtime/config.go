package realtime

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
)

// Config sets the hub's limits. The zero value is usable: every zero field takes the default named
// beside it.
type Config struct {
	// PreRequest names a function without arguments, such as "auth.check_session", that raises
	// SQLSTATE PT4xx if a token's session has ended. Empty means that tokens are valid until they
	// expire.
	PreRequest string
	// LoginRole is the role of which a token's role must be a member, as in become.Settings.
	LoginRole string
	// AllowedOrigins are the browser origins, besides the server's own host, that may open a socket
	// ("https://example.com"); "*" allows any.
	AllowedOrigins []string
	// AllowPublic lets everyone broadcast and be present on public topics.
	AllowPublic bool
	// FollowPublication makes the hub watch the tables in the publication supabase_realtime. It
	// checks the publication at its start, when the schema is reloaded and every minute. The
	// database does so by itself where it has the right to.
	FollowPublication bool
	// RegexRoles may filter by regular expressions (match, imatch), besides the service role; "*"
	// is every role. Matching is linear here, but a pattern of a few bytes may be a thousand times
	// as long once its repeats are unfolded.
	RegexRoles []string
	// Direct connects to PostgreSQL for LISTEN without the pooler that the hub's own pool uses. It
	// is nil if there is no pooler, or if changes and broadcasts of other nodes are not needed.
	Direct *pgxpool.Pool

	// Meter rate-limits requests by route, except messages on a socket; nil limits none.
	Meter *ratelimit.Meter

	FrameBytesMax   int64 // of one incoming frame; 64 KiB
	PayloadBytesMax int   // of one broadcast; 1 MiB
	BodyBytesMax    int64 // of a request; 1 MiB
	RecordBytesMax  int   // of one delivered row; 1 MiB
	KeptMax         int   // messages kept for clients that join later; 100 000
	QueueBytesMax   int   // waiting for one socket before it is closed; 4 MiB
	QueueFramesMax  int   // waiting for one socket before it is closed; 2048

	ConnectionsMax        int // of this node; 10 000
	ConnectionsPerUserMax int // 50
	ConnectionsPerIPMax   int // of one network, a /64 in IPv6; 500, since a company may share one address
	ChannelsMax           int // per socket; 100

	MessagesPerSecond float64 // per socket, bursts of four seconds; 50
	JoinsPerSecond    float64 // per socket, bursts of ChannelsMax; 20
	PresenceMax       int     // calls of one channel within PresenceWindow; 5

	PresenceWindow time.Duration // 30 s
	Heartbeat      time.Duration // the client's interval; two missed ones close; 25 s
	RecheckEvery   time.Duration // 60 s
	WriteTimeout   time.Duration // of one frame to a client that does not read; 10 s
	KeptFor        time.Duration // age of messages kept for clients that join later; 72 h
	Workers        int           // database connections used at once; 4
}

var functionName = regexp.MustCompile(`^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$`)

// Validate returns an error for the first value that the hub cannot use.
func (c Config) Validate() error {
	if c.PreRequest != "" && !functionName.MatchString(c.PreRequest) {
		return fmt.Errorf("realtime: %q is not a function name", c.PreRequest)
	}
	if c.FrameBytesMax < 0 || c.PayloadBytesMax < 0 || c.BodyBytesMax < 0 || c.QueueBytesMax < 0 || c.Workers < 0 {
		return fmt.Errorf("realtime: limits must not be negative")
	}
	return nil
}

// ForApps returns the configuration for apps written for the hosted Supabase service: public topics
// for everybody, the service's size limits, and tables named by a publication.
func ForApps() Config {
	return Config{
		AllowPublic: true, FollowPublication: true, RegexRoles: []string{"*"},
		FrameBytesMax: 5 << 20, PayloadBytesMax: 3_000_000, BodyBytesMax: 8_000_000, QueueBytesMax: 16 << 20,
	}
}

func (c Config) allowsRegex(role string) bool {
	return role == caller.ServiceRole || slices.Contains(c.RegexRoles, role) || slices.Contains(c.RegexRoles, "*")
}

func (c Config) withDefaults() Config {
	orDefault(&c.FrameBytesMax, 64<<10)
	orDefault(&c.PayloadBytesMax, 1<<20)
	orDefault(&c.BodyBytesMax, 1<<20)
	orDefault(&c.RecordBytesMax, 1<<20)
	orDefault(&c.KeptMax, 100_000)
	orDefault(&c.QueueBytesMax, 4<<20)
	orDefault(&c.QueueFramesMax, 2048)
	orDefault(&c.ConnectionsMax, 10_000)
	orDefault(&c.ConnectionsPerUserMax, 50)
	orDefault(&c.ConnectionsPerIPMax, 500)
	orDefault(&c.ChannelsMax, 100)
	orDefault(&c.MessagesPerSecond, 50)
	orDefault(&c.JoinsPerSecond, 20)
	orDefault(&c.PresenceMax, 5)
	orDefault(&c.PresenceWindow, 30*time.Second)
	orDefault(&c.Heartbeat, 25*time.Second)
	orDefault(&c.RecheckEvery, time.Minute)
	orDefault(&c.WriteTimeout, 10*time.Second)
	orDefault(&c.KeptFor, 72*time.Hour)
	orDefault(&c.Workers, 4)
	return c
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
