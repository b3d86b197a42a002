package demo

import (
	"slices"
	"strings"
)

// place is where a project is done: where its company is, of which a
// confidential one tells the state alone.
func (p project) place() (city, state string) {
	city, state, _ = strings.Cut(companies[p.owner].location, "/")
	if p.isConfidential {
		city = ""
	}
	return city, state
}

// workMode is how a project is done: what needs hands on the machine is done
// there, a drawing anywhere, and programs in part.
func (p project) workMode() string {
	switch {
	case p.mode != "":
		return p.mode
	case p.asks("comissionamento", "instalacoes-eletricas", "calibracao", "seguranca-maquinas", "retrofit", "redes-industriais"):
		return "on_site"
	case p.asks("projeto-eletrico", "projeto-automacao", "dados-industriais"):
		return "remote"
	default:
		return "hybrid"
	}
}

func (p project) asks(skills ...string) bool {
	return slices.ContainsFunc(skills, func(skill string) bool { return slices.Contains(p.skills, skill) })
}

// modes are the ways a professional works, in the order of the screens.
func (m member) modes() []string {
	modes := []string{}
	for _, way := range []struct{ letter, mode string }{{"p", "on_site"}, {"h", "hybrid"}, {"r", "remote"}} {
		if strings.Contains(m.works, way.letter) {
			modes = append(modes, way.mode)
		}
	}
	return modes
}
