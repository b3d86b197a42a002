package simulado

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"automacao/internal/institution/psp/asaas"
)

// bodyMax is the maximum size of a body.
const bodyMax = 1 << 20

// refusal is an error answer of the API.
type refusal struct {
	status      int
	code, about string
}

func (r *refusal) Error() string { return r.code + ": " + r.about }

func refuse(code, about string) error { return &refusal{http.StatusBadRequest, code, about} }

var (
	errUnauthorized = &refusal{http.StatusUnauthorized, "invalid_access_token", "A chave de API fornecida é inválida"}
	errForbidden    = &refusal{http.StatusForbidden, "insufficient_permission", "A chave de API não tem permissão para esta operação"}
	errNotFound     = &refusal{http.StatusNotFound, "not_found", "O objeto não existe"}
)

// call is one call of the API, with its account. It runs under the lock.
type call struct {
	*http.Request
	account string // empty for the platform's own
	now     time.Time
}

// step answers a call. It commits its changes itself.
type step func(call) (any, error)

func (s *Simulator) handler() http.Handler {
	routes := http.NewServeMux()
	for pattern, answer := range map[string]step{
		"POST /v3/accounts":                   s.platformOnly(s.openAccount),
		"GET /v3/accounts":                    s.platformOnly(s.listAccounts),
		"POST /v3/accounts/{id}/escrow":       s.platformOnly(s.configureEscrow),
		"GET /v3/accounts/{id}/escrow":        s.platformOnly(s.readEscrow),
		"POST /v3/accounts/{id}/accessTokens": s.platformOnly(s.issueKey),
		"POST /v3/escrow/{id}/finish":         s.platformOnly(s.finishEscrow),
		"GET /v3/finance/balance":             s.readBalance,
		"GET /v3/myAccount/status":            s.accountOnly(s.readStatus),
		"GET /v3/myAccount/documents":         s.accountOnly(s.listDocuments),
		"POST /v3/customers":                  s.accountOnly(s.addCustomer),
		"GET /v3/customers":                   s.accountOnly(s.listCustomers),
		"POST /v3/payments":                   s.accountOnly(s.addPayment),
		"GET /v3/payments":                    s.accountOnly(s.listPayments),
		"GET /v3/payments/{id}":               s.accountOnly(s.readPayment),
		"DELETE /v3/payments/{id}":            s.accountOnly(s.removePayment),
		"GET /v3/payments/{id}/pixQrCode":     s.accountOnly(s.readQRCode),
		"POST /v3/payments/{id}/refund":       s.accountOnly(s.refundPayment),
		"GET /v3/pix/transactions/{id}":       s.accountOnly(s.readMovement),
		"POST /v3/transfers":                  s.accountOnly(s.addTransfer),
		"GET /v3/transfers":                   s.accountOnly(s.listTransfers),
		"GET /v3/transfers/{id}":              s.accountOnly(s.readTransfer),
	} {
		routes.Handle(pattern, s.answer(s.authenticated(answer)))
	}
	all := http.NewServeMux()
	all.Handle("/v3/", s.withFaults(routes))
	all.Handle("/simulado/", s.control())
	return all
}

// answer runs a step under the lock and writes its result.
func (s *Simulator) answer(run step) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
		s.mu.Lock()
		out, err := s.timely(call{Request: r, now: s.cfg.Now()}, run)
		s.mu.Unlock()
		write(w, s.cfg, out, err)
	})
}

// timely applies the effects of time before a step.
func (s *Simulator) timely(c call, run step) (any, error) {
	if err := s.sweep(c.now); err != nil {
		return nil, err
	}
	return run(c)
}

func write(w http.ResponseWriter, cfg Config, out any, err error) {
	status := http.StatusOK
	if err != nil {
		refused, ok := errors.AsType[*refusal](err)
		if !ok {
			cfg.Log.Error("the simulator failed", "cause", err)
			refused = &refusal{http.StatusInternalServerError, "internal_error", "Erro interno"}
		}
		type apiError struct {
			Code        string `json:"code"`
			Description string `json:"description"`
		}
		status, out = refused.status, map[string][]apiError{"errors": {{refused.code, refused.about}}}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(out); err != nil {
		cfg.Log.Debug("an answer was not read", "cause", err)
	}
}

// authenticated finds the account of the key.
func (s *Simulator) authenticated(run step) step {
	return func(c call) (any, error) {
		key := c.Header.Get("access_token")
		if key == s.cfg.RootKey {
			return run(c)
		}
		owner, known := s.state.ownerOf(key)
		if !known {
			return nil, errUnauthorized
		}
		c.account = owner
		return run(c)
	}
}

func (s *state) ownerOf(key string) (string, bool) {
	for id, a := range s.accounts {
		for _, known := range a.Keys {
			if known == key {
				return id, true
			}
		}
	}
	return "", false
}

func (s *Simulator) platformOnly(run step) step {
	return func(c call) (any, error) {
		if c.account != "" {
			return nil, errForbidden
		}
		return run(c)
	}
}

func (s *Simulator) accountOnly(run step) step {
	return func(c call) (any, error) {
		if c.account == "" {
			return nil, errForbidden
		}
		return run(c)
	}
}

// read parses the body. An unknown field is refused, so that a misspelt one is noticed.
func read[T any](c call) (in T, err error) {
	decoder := json.NewDecoder(c.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, refuse("invalid_object", "O corpo não pôde ser lido: "+err.Error())
	}
	return in, nil
}

// page returns the requested page of a list.
func page[T any](query url.Values, all []T) (asaas.List[T], error) {
	list := asaas.List[T]{Object: "list", TotalCount: len(all), Limit: 10}
	for name, into := range map[string]*int{"limit": &list.Limit, "offset": &list.Offset} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil || number < 0 || name == "limit" && (number == 0 || number > 100) {
			return list, refuse("invalid_"+name, "O valor de "+name+" é inválido")
		}
		*into = number
	}
	from := min(list.Offset, len(all))
	to := min(from+list.Limit, len(all))
	list.Data, list.HasMore = all[from:to:to], to < len(all)
	if list.Data == nil {
		list.Data = []T{}
	}
	return list, nil
}

// since parses a date filter; without one it returns the zero time.
func since(query url.Values, name string) (time.Time, error) {
	text := query.Get(name + "[ge]")
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.ParseInLocation(asaas.DateFormat, text, asaas.Zone)
	if err != nil {
		return time.Time{}, refuse("invalid_"+name, "A data é inválida")
	}
	return day, nil
}

// commit writes a change to the journal, then applies it.
func (s *Simulator) commit(change record) error {
	change.Serial = s.state.serial
	if err := s.journal.append(change); err != nil {
		return err
	}
	s.state.apply(change)
	if len(change.Events) > 0 {
		s.rouse()
	}
	return nil
}

// rouse makes the delivery look for events again.
func (s *Simulator) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// drain reads the rest of an answer, so that its connection can be reused.
func drain(body io.ReadCloser) error {
	_, err := io.Copy(io.Discard, io.LimitReader(body, bodyMax))
	if err := errors.Join(err, body.Close()); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}
