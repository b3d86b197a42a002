package simulado

import (
	"maps"
	"strings"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/institution/taxid"
)

func (s *Simulator) openAccount(c call) (any, error) {
	in, err := read[asaas.AccountRequest](c)
	if err == nil {
		err = s.checkAccount(in)
	}
	if err != nil {
		return nil, err
	}
	opened := account{
		Account: asaas.Account{Name: in.Name, Email: in.Email, CpfCnpj: in.CpfCnpj},
		Status:  asaas.Approved,
		Keys:    []string{newKey()},
	}
	switch {
	case s.faults.HoldAccounts:
		opened.Status = asaas.AwaitingApproval
	case s.cfg.Review:
		opened.Status = asaas.Pending
	}
	if len(in.Webhooks) > 0 {
		opened.Webhook = in.Webhooks[0]
	}
	opened.ID, opened.WalletID = s.state.next("acc"), s.state.next("wallet")
	if err := s.commit(record{Accounts: []account{opened}, Events: s.notices(c.now, opened.ID, statusNotice(opened))}); err != nil {
		return nil, err
	}
	shown := opened.Account
	shown.APIKey = opened.Keys[0]
	return shown, nil
}

// newKey returns a random key, because a key derived from the account's number could be guessed.
func newKey() string { return "$aact_simulado_" + randomText() }

func (s *Simulator) checkAccount(in asaas.AccountRequest) error {
	needed := map[string]string{"name": in.Name, "email": in.Email}
	if !s.cfg.IsLenient {
		maps.Copy(needed, map[string]string{"mobilePhone": in.MobilePhone, "address": in.Address, "addressNumber": in.AddressNumber, "province": in.Province})
	}
	for name, value := range needed {
		if strings.TrimSpace(value) == "" {
			return refuse("invalid_"+name, "O campo "+name+" deve ser informado")
		}
	}
	if !isDocument(in.CpfCnpj) {
		return refuse("invalid_cpfCnpj", "O CPF/CNPJ informado é inválido")
	}
	if err := checkDetails(in); err != nil && !s.cfg.IsLenient {
		return err
	}
	for _, other := range s.state.accounts {
		if other.CpfCnpj == in.CpfCnpj || other.Email == in.Email {
			return refuse("invalid_object", "O CPF/CNPJ ou o e-mail já está em uso")
		}
	}
	return nil
}

func checkDetails(in asaas.AccountRequest) error {
	switch {
	case in.IncomeValue <= 0:
		return refuse("invalid_incomeValue", "O campo incomeValue deve ser informado")
	case len(in.PostalCode) != 8 || strings.Trim(in.PostalCode, "0123456789") != "":
		return refuse("invalid_postalCode", "O CEP informado é inválido")
	case len(in.CpfCnpj) == 11 && in.BirthDate == "":
		return refuse("invalid_birthDate", "A data de nascimento deve ser informada")
	}
	return nil
}

func isDocument(text string) bool {
	_, notCPF := taxid.ParseCPF(text)
	_, notCNPJ := taxid.ParseCNPJ(text)
	return len(text) == 11 && notCPF == nil || len(text) == 14 && notCNPJ == nil
}

func (s *Simulator) listAccounts(c call) (any, error) {
	document := c.URL.Query().Get("cpfCnpj")
	found := newestFirst(s.state.accounts, func(a account) bool { return document == "" || a.CpfCnpj == document })
	shown := make([]asaas.Account, len(found))
	for i, a := range found {
		shown[i] = a.Account
	}
	return page(c.URL.Query(), shown)
}

func (s *Simulator) ofPath(c call) (account, error) {
	found, ok := s.state.accounts[c.PathValue("id")]
	if !ok {
		return account{}, errNotFound
	}
	return found, nil
}

func (s *Simulator) configureEscrow(c call) (any, error) {
	in, err := read[asaas.EscrowConfig](c)
	if err != nil {
		return nil, err
	}
	a, err := s.ofPath(c)
	if err != nil {
		return nil, err
	}
	if in.DaysToExpire < 1 {
		return nil, refuse("invalid_daysToExpire", "O prazo da garantia deve ser informado")
	}
	a.Escrow = &in
	change := record{Accounts: []account{a}}
	if !in.Enabled {
		change.Payments = s.released(c, a.ID)
	}
	return in, s.commit(change)
}

// released returns the held payments of an account, released because its hold was switched off.
func (s *Simulator) released(c call, owner string) []payment {
	held := newestFirst(s.state.payments, func(p payment) bool { return p.Owner == owner && p.isHeld() })
	for i := range held {
		held[i] = finished(held[i], c.now, "CUSTOMER_CONFIG_DISABLED")
	}
	return held
}

func (s *Simulator) readEscrow(c call) (any, error) {
	a, err := s.ofPath(c)
	if err == nil && a.Escrow == nil {
		err = errNotFound
	}
	return a.Escrow, err
}

func (s *Simulator) issueKey(c call) (any, error) {
	in, err := read[asaas.AccessToken](c)
	if err != nil {
		return nil, err
	}
	if s.faults.KeysOnce {
		return nil, errForbidden
	}
	a, err := s.ofPath(c)
	if err != nil {
		return nil, err
	}
	key := newKey()
	a.Keys = append(a.Keys[:len(a.Keys):len(a.Keys)], key)
	in.ID, in.APIKey = s.state.next("key"), key
	return in, s.commit(record{Accounts: []account{a}})
}

func (s *Simulator) readStatus(c call) (any, error) {
	return *statusNotice(s.state.accounts[c.account]).AccountStatus, nil
}

func (s *Simulator) listDocuments(c call) (any, error) {
	a := s.state.accounts[c.account]
	return asaas.Documents{RejectReasons: a.Reason, Data: []asaas.Document{{
		ID: "doc_" + a.ID, Status: a.Status, OnboardingURL: "https://cadastro.invalid/" + a.ID,
	}}}, nil
}

func (s *Simulator) readBalance(c call) (any, error) {
	if c.account == "" {
		return asaas.Balance{Balance: asaas.Amount(s.state.fees())}, nil
	}
	return asaas.Balance{Balance: asaas.Amount(s.state.balance(c.account))}, nil
}

func (s *Simulator) addCustomer(c call) (any, error) {
	in, err := read[asaas.Customer](c)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Name) == "" || !isDocument(in.CpfCnpj) {
		return nil, refuse("invalid_object", "Nome e CPF/CNPJ do cliente devem ser informados")
	}
	in.ID = s.state.next("cus")
	return in, s.commit(record{Customers: []customer{{in, c.account}}})
}

func (s *Simulator) listCustomers(c call) (any, error) {
	document := c.URL.Query().Get("cpfCnpj")
	found := newestFirst(s.state.customers, func(one customer) bool {
		return one.Owner == c.account && (document == "" || one.CpfCnpj == document)
	})
	shown := make([]asaas.Customer, len(found))
	for i, one := range found {
		shown[i] = one.Customer
	}
	return page(c.URL.Query(), shown)
}
