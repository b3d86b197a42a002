package simulado

import (
	"math/rand/v2"
	"net/http"
)

// Faults are deliberate failures; the zero value has none.
type Faults struct {
	DelayMS       int     `json:"delay_ms"`
	Repeat        int     `json:"repeat"`
	Shuffle       bool    `json:"shuffle"`
	Group         int     `json:"group"`
	DropRate      float64 `json:"drop_rate"`
	FailRate      float64 `json:"fail_rate"`
	FailNext      int     `json:"fail_next"`
	LoseRate      float64 `json:"lose_rate"`
	LoseNext      int     `json:"lose_next"`
	QueueStopped  bool    `json:"queue_stopped"`
	HoldTransfers bool    `json:"hold_transfers"`
	HoldAccounts  bool    `json:"hold_accounts"`
	KeysOnce      bool    `json:"keys_once"`
	Seed          uint64  `json:"seed"`
}

// Bounds of faults.
const (
	delayMax  = 60_000
	repeatMax = 10
	groupMax  = 100
	nextMax   = 1_000
)

func (f Faults) check() error {
	isRate := func(rate float64) bool { return rate >= 0 && rate <= 1 }
	isWithin := func(number, max int) bool { return number >= 0 && number <= max }
	if !isRate(f.DropRate) || !isRate(f.FailRate) || !isRate(f.LoseRate) || !isWithin(f.DelayMS, delayMax) ||
		!isWithin(f.Repeat, repeatMax) || !isWithin(f.Group, groupMax) || !isWithin(f.FailNext, nextMax) || !isWithin(f.LoseNext, nextMax) {
		return refuse("invalid_faults", "Uma falha está fora dos limites")
	}
	return nil
}

func newChance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

// happens draws a random number only if the rate is above zero, so that calls without faults do not
// change later results.
func (s *Simulator) happens(rate float64) bool {
	return rate > 0 && s.chance.Float64() < rate
}

// withFaults answers some calls with 500 before they have an effect, and leaves others without an
// answer after their effect.
func (s *Simulator) withFaults(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fails, isLost := s.fate(r.Method != http.MethodGet)
		if fails {
			write(w, s.cfg, nil, &refusal{http.StatusInternalServerError, "internal_error", "Erro interno"})
			return
		}
		if !isLost {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(nowhere{http.Header{}}, r)
		panic(http.ErrAbortHandler) // closes the connection
	})
}

func (s *Simulator) fate(hasEffect bool) (fails, isLost bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faults.FailNext > 0 {
		s.faults.FailNext--
		return true, false
	}
	if s.happens(s.faults.FailRate) {
		return true, false
	}
	if hasEffect && s.faults.LoseNext > 0 {
		s.faults.LoseNext--
		return false, true
	}
	return false, s.happens(s.faults.LoseRate)
}

// nowhere discards an answer.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header            { return n.header }
func (n nowhere) Write(text []byte) (int, error) { return len(text), nil }
func (n nowhere) WriteHeader(int)                {}
