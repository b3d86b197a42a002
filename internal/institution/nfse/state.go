package nfse

import (
	"slices"
	"strings"
)

// State is the state of an invoice. testdata/README.md has the table of what each file may say.
type State string

// The states. An invoice whose file says nothing against it is in force.
const (
	InForce State = ""
	// Cancelled is withdrawn for good.
	Cancelled State = "cancelled"
	// Substituted was replaced by another invoice, which StateDetail names if the file does.
	Substituted State = "substituted"
	// Test comes from the test environment: it never was an invoice.
	Test State = "test"
	// Rejected is in force, but a party has told the authority that it is wrong.
	Rejected State = "rejected"
	// Cancelling is in force: its cancellation was requested and is not confirmed.
	Cancelling State = "cancelling"
	// Unknown is a code that is in no published layout; StateDetail is that code.
	Unknown State = "unknown"
)

// nationalStates are the values of cStat. They say how an invoice was issued, not what happened to
// it since: one that replaced another (101) is in force.
var nationalStates = []string{"100", "101", "102", "103", "107"}

// events are the states that events give an invoice, by the event's code in the national system.
// Confirmations, blocks and refused requests leave it in force.
var events = map[string]State{
	"e101101": Cancelled, "e105102": Substituted, "e101103": Cancelling, "e105104": Cancelled, "e305101": Cancelled,
	"e202205": Rejected, "e203206": Rejected, "e204207": Rejected,
}

// gravest is the order of precedence of states, for a file that says more than one.
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
	code, _ := t.optional(asWritten, "/cStat")
	if code != "" && !slices.Contains(nationalStates, code) {
		states = append(states, Unknown)
	}
	state := worst(states...)
	if state == Unknown {
		return state, code
	}
	return state, ""
}

// townStates are the values that municipalities write where they add a state to ABRASF's layout.
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
		// Some municipalities name both ends: this invoice has to be the old one.
		case strings.HasSuffix(leaf.place, "/NfseSubstituida") && isOwn:
			states = append(states, Substituted)
		}
	}
	if by, _ := t.optional(asWritten, "/NfseSubstituidora"); by != "" && trimNumber(by) != trimNumber(number) {
		states, substitute = append(states, Substituted), by
	}
	if t.says("2", "/tpAmb", "…/infDPS/tpAmb") {
		states = append(states, Test)
	}
	value, err := t.optional(strings.ToLower, "/StatusNfse", "/SituacaoNfse", "/Situacao", "/Status")
	if state, isKnown := townStates[value]; err != nil || value != "" && !isKnown {
		states = append(states, Unknown)
	} else if value != "" {
		states = append(states, state)
	}
	switch state := worst(states...); state {
	case Substituted:
		return state, substitute
	case Unknown:
		return state, value
	default:
		return state, ""
	}
}

// cancellation reads NfseCancelamento, which municipalities also write empty or nil: only its
// content counts, and a repeated request (Pedido) is not a confirmation.
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

// isNoDay recognises what systems write for a missing date.
func isNoDay(text string) bool { return strings.HasPrefix(text, "0001-01-01") }

// paulistaStates: N is normal, C cancelled. E, a lost number, is unknown here.
var paulistaStates = map[string]State{"N": InForce, "C": Cancelled}

func (t tree) paulistaState() (State, string) {
	code, _ := t.optional(asWritten, "/StatusNFe")
	state, isKnown := paulistaStates[code]
	if code != "" && !isKnown {
		state = Unknown
	}
	if day, _ := t.optional(asWritten, "/DataCancelamento"); day != "" && !isNoDay(day) {
		state = worst(state, Cancelled)
	}
	if state == Unknown {
		return state, code
	}
	return state, ""
}

func (t tree) says(value string, places ...string) bool {
	found, err := t.optional(asWritten, places...)
	return err != nil || found == value
}
