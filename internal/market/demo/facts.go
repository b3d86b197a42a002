package demo

import (
	"slices"
	"strings"
)

// place is the location of a project: its company's. A confidential project has only the state.
func (p project) place() (city, state string) {
	city, state, _ = strings.Cut(companies[p.owner].location, "/")
	if p.isConfidential {
		city = ""
	}
	return city, state
}

// workMode derives how a project is done from its skills: on site if it needs hands on the machine,
// remote for drawings and data, and hybrid otherwise.
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

// modes are a professional's ways of working, in display order.
func (m member) modes() []string {
	modes := []string{}
	for _, way := range []struct{ letter, mode string }{{"p", "on_site"}, {"h", "hybrid"}, {"r", "remote"}} {
		if strings.Contains(m.works, way.letter) {
			modes = append(modes, way.mode)
		}
	}
	return modes
}
