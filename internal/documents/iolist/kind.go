package iolist

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

type direction int8

const (
	in direction = iota + 1
	out
)

type form int8

const (
	digital form = iota + 1
	analog
)

// hint is what one part of a record says about its kind. special is Fast, Safety or "". isOther says
// that the record is no input or output. isLoose says that the direction is that of a register and
// not of a terminal, and isWrong that an address cannot exist.
type hint struct {
	direction                 direction
	form                      form
	special                   Kind
	isOther, isLoose, isWrong bool
}

// kind returns the kind, "" while it is open.
func (h hint) kind() Kind {
	switch {
	case h.special != "":
		return h.special
	case h.direction == in && h.form == digital:
		return DigitalInput
	case h.direction == out && h.form == digital:
		return DigitalOutput
	case h.direction == in && h.form == analog:
		return AnalogInput
	case h.direction == out && h.form == analog:
		return AnalogOutput
	}
	return ""
}

// or fills what h leaves open from a weaker hint.
func (h hint) or(weaker hint) hint {
	if h.direction == 0 {
		h.direction = weaker.direction
	}
	if h.form == 0 {
		h.form = weaker.form
	}
	if h.special == "" {
		h.special = weaker.special
	}
	return h
}

// agrees reports that no part of two hints contradicts the other.
func (h hint) agrees(other hint) bool {
	return (h.direction == 0 || other.direction == 0 || h.direction == other.direction) &&
		(h.form == 0 || other.form == 0 || h.form == other.form)
}

// judge decides the kind of a point: by the words that state it, else by what its format knows, its
// address and its data type, else by a tag after ISA 5.1 or a description that leaves no doubt.
func (p point) judge() hint {
	words, address, data := hintOfWords(p.typed), hintOfAddress(p.address), hintOfData(p.dataType)
	found := words
	if address.isLoose || p.evidence.isLoose {
		// A program may copy any terminal to any register: the instrument and the type know better.
		found = found.or(hintOfTag(p.tag))
		if data.form == digital {
			found = found.or(data)
		}
	}
	found = found.or(p.evidence).or(address).or(data)
	found.isWrong = address.isWrong || p.evidence.isWrong ||
		words.direction != 0 && address.direction != 0 && words.direction != address.direction && !address.isLoose
	found.isOther = words.kind() == "" && (words.isOther || p.evidence.isOther || address.isOther)
	if found.kind() == "" {
		for _, weaker := range []hint{hintOfTag(p.tag), hintOfDescription(p.description)} {
			if found.agrees(weaker) && found.or(weaker).kind() != "" {
				found = found.or(weaker)
			}
		}
	}
	return found
}

// codes are the abbreviations of kinds. As "do" and "ao" are words of Portuguese, a code counts only
// at the beginning or the end of a text.
var codes = map[string]hint{
	"ed": {direction: in, form: digital}, "di": {direction: in, form: digital}, "bi": {direction: in, form: digital},
	"sd": {direction: out, form: digital}, "do": {direction: out, form: digital}, "dq": {direction: out, form: digital}, "bo": {direction: out, form: digital},
	"ea": {direction: in, form: analog}, "ai": {direction: in, form: analog},
	"sa": {direction: out, form: analog}, "ao": {direction: out, form: analog}, "aq": {direction: out, form: analog},
	"fdi": {special: Safety}, "fdo": {special: Safety}, "fdq": {special: Safety}, "fai": {special: Safety},
	"e": {direction: in}, "i": {direction: in}, "s": {direction: out}, "o": {direction: out}, "q": {direction: out},
}

// said are the words that state a part of a kind, each list separated by commas.
var said = []struct {
	words string
	hint  hint
}{
	{"seguranca,safety,failsafe,fail safe,f di,f do,f dq,f ai,sil,estop,e stop,emergencia,safebool", hint{special: Safety}},
	{"encoder,resolver,ssi,hsc,contador,contador rapido,counter,high speed,alta velocidade,pulso,pulsos,pulse,pto,pwm,frequencia,frequency", hint{special: Fast}},
	{"coil,rele,relay,solenoide", hint{direction: out, form: digital}},
	{"rtd,pt100,pt1000,pt 100,termopar,thermocouple,termorresistencia,termistor,ntc,input register", hint{direction: in, form: analog}},
	{"holding,holding register", hint{direction: out, form: analog}},
	{"entrada,entradas,input,inputs,in", hint{direction: in}},
	{"saida,saidas,output,outputs,out", hint{direction: out}},
	{"digital,digitais,discreta,discreto,discrete,binaria,binario,binary,contato,contact,npn,pnp,namur", hint{form: digital}},
	{"analogica,analogicas,analogico,analogicos,analog,analogue,analoga,4 20,4 20ma,0 20ma,0 20 ma,0 10v,0 10 v,hart", hint{form: analog}},
	{"memoria,memory,mem,interna,interno,internal,virtual,marcador,flag,constante,constant", hint{isOther: true}},
}

// hintOfWords reads a text that states the kind of a signal, such as "Saída analógica 4-20 mA".
func hintOfWords(text string) hint {
	plain := plainOf(text)
	tokens := strings.Fields(plain)
	if len(tokens) == 0 {
		return hint{}
	}
	found := hint{}
	for _, one := range said {
		for words := range strings.SplitSeq(one.words, ",") {
			if strings.Contains(plain, " "+words+" ") {
				found = found.or(one.hint)
				found.isOther = found.isOther || one.hint.isOther
			}
		}
	}
	for _, token := range []string{tokens[0], tokens[len(tokens)-1]} {
		code := strings.TrimRight(token, "0123456789")
		// A single letter states a direction only if nothing else is there: S1 is a tag.
		if len(code) > 1 || plain == " "+code+" " {
			found = found.or(codes[code])
		}
	}
	return found.or(hintOfData(text))
}

// hintOfData reads a data type. A byte may hold eight digital signals, so it says nothing.
func hintOfData(text string) hint {
	const bytesMax = 40
	switch strings.ToUpper(strings.TrimSpace(first(text, bytesMax))) {
	case "BOOL", "BOOLEAN", "BIT", "EBOOL":
		return hint{form: digital}
	case "SAFEBOOL":
		return hint{form: digital, special: Safety}
	case "SINT", "USINT", "INT", "UINT", "DINT", "UDINT", "LINT", "WORD", "DWORD", "REAL", "LREAL", "SHORT", "LONG",
		"INTEGER", "FLOAT", "DOUBLE", "INT1", "INT2", "INT4", "INT8", "FLOAT4", "FLOAT8":
		return hint{form: analog}
	}
	return hint{}
}

// instrument is a tag after ISA 5.1, such as 100-PT-101A: an area, the letters, the loop.
var instrument = regexp.MustCompile(`^(?:\d{1,5}[-_. ]?)?([A-Z]{2,4})[-_. ]?\d{1,6}[A-Z]?$`)

// letters are the identification letters of ISA 5.1 that belong to one kind: transmitters and
// sensing elements, switches, and the control valves of a loop.
var letters = map[hint]string{
	{direction: in, form: analog}:  " PT TT FT LT AT WT ZT PIT TIT FIT LIT AIT PDT PDIT DPT TE ",
	{direction: in, form: digital}: " PSH PSL PSHH PSLL TSH TSL TSHH TSLL LSH LSL LSHH LSLL FSL FSH FSLL ZSO ZSC ZSH ZSL ",
	{direction: out, form: analog}: " FCV PCV TCV LCV ",
}

// hintOfTag reads the last part of a tag, which a supervisory system puts below folders.
func hintOfTag(tag string) hint {
	const bytesMax = 40
	tag = tag[strings.LastIndexAny(tag, "/.")+1:]
	if len(tag) > bytesMax {
		return hint{}
	}
	if parts := instrument.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(tag))); parts != nil {
		for kind, all := range letters {
			if strings.Contains(all, " "+parts[1]+" ") {
				return kind
			}
		}
	}
	return hint{}
}

// unmistakable finds the only phrases of a description that are taken as a statement of the kind.
var unmistakable = regexp.MustCompile(` (entrada digital|digital input|saida digital|digital output|entrada analogica|analog(?:ue)? input|saida analogica|analog(?:ue)? output|encoder|contador rapido|high speed counter) `)

func hintOfDescription(text string) hint {
	return hintOfWords(unmistakable.FindString(plainOf(text)))
}

// plainOf returns the beginning of a text in lower case without accents, its words between single
// blanks, with one at both ends: what people write in many ways becomes comparable.
func plainOf(text string) string {
	const bytesMax = 300
	var plain strings.Builder
	plain.WriteByte(' ')
	isBlank := true
	for _, sign := range norm.NFD.String(first(text, bytesMax)) {
		switch {
		case unicode.Is(unicode.Mn, sign):
		case unicode.IsLetter(sign) || unicode.IsDigit(sign):
			plain.WriteRune(unicode.ToLower(sign))
			isBlank = false
		case !isBlank:
			plain.WriteByte(' ')
			isBlank = true
		}
	}
	if !isBlank {
		plain.WriteByte(' ')
	}
	return plain.String()
}
