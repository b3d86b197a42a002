package nfse

import (
	"slices"
	"strings"
)

// State is what an invoice is worth. The table of what each file says is in
// testdata/README.md.
type State string

// The states. An invoice whose file says nothing against it is in force.
const (
	InForce State = ""
	// Cancelled is withdrawn for good.
	Cancelled State = "cancelled"
	// Substituted has another in its place, which Told names where the file does.
	Substituted State = "substituted"
	// Test is of the environment in which systems are tried: it never was an invoice.
	Test State = "test"
	// Rejected is in force, but a side of it has told the authority that it is wrong.
	Rejected State = "rejected"
	// Cancelling is in force: its cancellation is asked for and not confirmed.
	Cancelling State = "cancelling"
	// Unknown is a code that no published layout has; Told is that code.
	Unknown State = "unknown"
)

// nationalStates are the values of cStat: how an invoice came about, not what became
// of it. That one took another's place (101) leaves it in force.
var nationalStates = []string{"100", "101", "102", "103", "107"}

// events are what became of an invoice, by the code of the event in the national
// system. Confirmations, blocks and refused requests leave it in force.
var events = map[string]State{
	"e101101": Cancelled, "e105102": Substituted, "e101103": Cancelling, "e105104": Cancelled, "e305101": Cancelled,
	"e202205": Rejected, "e203206": Rejected, "e204207": Rejected,
}

// gravest is the order in which states count, when a file says more than one.
var gravest = []State{Test, Cancelled, Substituted, Unknown, Rejected, Cancelling}

func worst(states ...State) State {
	for _, state := range gravest {
		if slices.Contains(states, state) {
			return state
		}
	}
	return InForce
}

func (t tree) nationalState() (State, string) {
	states := []State{}
	isAnnulled := slices.Contains(t.events, "e205208")
	for _, code := range t.events {
		if state := events[code]; state != Rejected || !isAnnulled {
			states = append(states, state)
		}
	}
	if t.says("2", "/DPS/infDPS/tpAmb", "/tpAmb") {
		states = append(states, Test)
	}
	code, _ := t.maybe(asWritten, "/cStat")
	if code != "" && !slices.Contains(nationalStates, code) {
		states = append(states, Unknown)
	}
	state := worst(states...)
	if state == Unknown {
		return state, code
	}
	return state, ""
}

// townStates are what towns write where they add a state to ABRASF's layout.
var townStates = map[string]State{
	"1": InForce, "n": InForce, "normal": InForce, "a": InForce, "ativa": InForce, "emitida": InForce, "autorizada": InForce,
	"2": Cancelled, "c": Cancelled, "cancelada": Cancelled, "cancelado": Cancelled,
	"s": Substituted, "substituida": Substituted, "substituída": Substituted,
}

func (t tree) townState(number string) (State, string) {
	states := []State{t.cancellation()}
	substitute := ""
	for _, leaf := range t.aside {
		isOwn := trimNumber(leaf.text) == trimNumber(number)
		switch {
		case leaf.text == "" || !strings.HasPrefix(leaf.place, "/NfseSubstituicao"):
		case strings.HasSuffix(leaf.place, "/NfseSubstituidora") && !isOwn:
			states, substitute = append(states, Substituted), leaf.text
		// Some towns name both ends: this one has to be the old one.
		case strings.HasSuffix(leaf.place, "/NfseSubstituida") && isOwn:
			states = append(states, Substituted)
		}
	}
	if by, _ := t.maybe(asWritten, "/NfseSubstituidora"); by != "" && trimNumber(by) != trimNumber(number) {
		states, substitute = append(states, Substituted), by
	}
	if t.says("2", "/tpAmb", "…/infDPS/tpAmb") {
		states = append(states, Test)
	}
	said, err := t.maybe(strings.ToLower, "/StatusNfse", "/SituacaoNfse", "/Situacao", "/Status")
	if state, isKnown := townStates[said]; err != nil || said != "" && !isKnown {
		states = append(states, Unknown)
	} else if said != "" {
		states = append(states, state)
	}
	switch state := worst(states...); state {
	case Substituted:
		return state, substitute
	case Unknown:
		return state, said
	default:
		return state, ""
	}
}

// cancellation reads NfseCancelamento, which towns also write empty or nil: only what
// it says counts, and what it repeats of the request is no confirmation.
func (t tree) cancellation() State {
	state := InForce
	for _, leaf := range t.aside {
		switch {
		case !strings.HasPrefix(leaf.place, "/NfseCancelamento"), leaf.text == "", strings.Contains(leaf.place, "/Signature"), isNoDay(leaf.text):
		case strings.HasSuffix(leaf.place, "/Sucesso"):
			if leaf.text == "false" || leaf.text == "0" {
				return InForce
			}
			state = Cancelled
		case strings.Contains(leaf.place, "/Pedido"):
			state = worst(state, Cancelling)
		default:
			state = Cancelled
		}
	}
	return state
}

// isNoDay is what systems write for a day that there is not.
func isNoDay(text string) bool { return strings.HasPrefix(text, "0001-01-01") }

// paulistaStates: N is normal, C cancelled; E is a number that was lost.
var paulistaStates = map[string]State{"N": InForce, "C": Cancelled}

func (t tree) paulistaState() (State, string) {
	code, _ := t.maybe(asWritten, "/StatusNFe")
	state, isKnown := paulistaStates[code]
	if code != "" && !isKnown {
		state = Unknown
	}
	if day, _ := t.maybe(asWritten, "/DataCancelamento"); day != "" && !isNoDay(day) {
		state = worst(state, Cancelled)
	}
	if state == Unknown {
		return state, code
	}
	return state, ""
}

func (t tree) says(value string, places ...string) bool {
	said, err := t.maybe(asWritten, places...)
	return err != nil || said == value
}
