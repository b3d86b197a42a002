package iolist

import (
	"regexp"
	"strings"
)

// Shapes of addresses, in capitals and without blanks.
var (
	// A code with a number, as Brazilian lists and the addresses of GE have it: ED01, %AI0001. ED1 is
	// also a double word of STEP 7, which no list of signals has.
	codedAddress = regexp.MustCompile(`^%?(ED|SD|EA|SA|DI|DO|AI|AO|DQ|AQ)[-_.]?\d+(?:[.:/]\d+)*$`)
	// IEC 61131-3 and Siemens, in English and German: %IX0.0, %QW4, E0.0, PEW256, %I*.
	iecAddress = regexp.MustCompile(`^(%?)P?([IEQAS])([XBWDLF]?)(\d+(?:\.\d+)*|\*)(?::P)?$`)
	// Memory, data blocks, timers and counters, and the registers of GE.
	memoryAddress = regexp.MustCompile(`^(?:%?M[XBWDLF]?\d+(?:\.\d+)*|%?DB\d.*|%?[TCZ]\d+|%?V[BWD]\d+|%?V\d+\.\d|%[RGTSKN].*|[BTCRNF]\d*:\d.*)$`)
	// ControlLogix: a module or a rack, the direction, the member of its data.
	logixAddress = regexp.MustCompile(`^([\w-]+(?::\d+)?):([IO])\d?\.(.+)$`)
	// PLC-5, SLC 500 and MicroLogix: I:1/0, O:2.0/3, I:3.0.
	slcAddress = regexp.MustCompile(`^([IO])[01]?:\d+(\.\d+)?(/\d+)?$`)
	// Micro800: _IO_EM_DI_00.
	microAddress = regexp.MustCompile(`^_IO_\w+?_(DI|DO|AI|AO)_\d+$`)
	// Mitsubishi and Delta: X10, Y1F.
	xyAddress = regexp.MustCompile(`^([XY])[0-9A-F]{1,4}$`)
	// Modbus references of 5 or 6 digits: 10001, 4x0001, 40001.3.
	modbusAddress   = regexp.MustCompile(`^([0134])(?:X\d{1,5}|\d{4,5})([.:]\d{1,2})?$`)
	negativeAddress = regexp.MustCompile(`^(?:%?P?[IEQASM][XBWDLF]?-\d.*|-\d+)$`)
)

// hintOfAddress reads an address of a controller. An address of another shape, such as a slot and a
// channel, says nothing.
func hintOfAddress(text string) hint {
	const bytesMax = 120
	address := strings.ToUpper(strings.Join(strings.Fields(text[:min(len(text), bytesMax)]), ""))
	if address == "" {
		return hint{}
	}
	if parts := codedAddress.FindStringSubmatch(address); parts != nil {
		return codes[strings.ToLower(parts[1])]
	}
	if parts := iecAddress.FindStringSubmatch(address); parts != nil {
		if found, isKnown := hintOfIEC(parts[1] != "", parts[2], parts[3], parts[4]); isKnown {
			return found
		}
	}
	if parts := logixAddress.FindStringSubmatch(address); parts != nil {
		return hintOfMember(parts[2], parts[3])
	}
	return hintOfOther(address)
}

// hintOfIEC reads the parts of an address. Without a percent sign or a size, a number alone is an
// address only in the areas I and Q: E1 and A1 may name anything.
func hintOfIEC(isMarked bool, area, size, place string) (found hint, isKnown bool) {
	hasBit := strings.Contains(place, ".")
	switch {
	case area == "S" && (!isMarked || size != "" || !hasBit):
		// Only Altus has outputs %S0002.0. Elsewhere S is a system bit, or no address.
		return hint{}, false
	case !isMarked && size == "" && !hasBit && (area == "E" || area == "A" || place == "*"):
		return hint{}, false
	}
	found.direction = out
	if area == "I" || area == "E" {
		found.direction = in
	}
	switch {
	case place == "*", size == "B":
	case size == "", size == "X":
		found.form = digital
	default:
		found.form = analog
	}
	const digitsMax = 6
	for number := range strings.SplitSeq(place, ".") {
		found.isWrong = found.isWrong || len(number) > digitsMax
	}
	return found, true
}

func hintOfOther(address string) hint {
	if parts := slcAddress.FindStringSubmatch(address); parts != nil {
		found := hint{direction: directionOf(parts[1])}
		switch {
		case parts[3] != "":
			found.form = digital
		case parts[2] != "":
			found.form = analog
		}
		return found
	}
	if parts := microAddress.FindStringSubmatch(address); parts != nil {
		return codes[strings.ToLower(parts[1])]
	}
	if parts := xyAddress.FindStringSubmatch(address); parts != nil {
		return hint{direction: directionOf(parts[1]), form: digital}
	}
	if parts := modbusAddress.FindStringSubmatch(address); parts != nil {
		return hintOfModbus(parts[1], parts[2] != "")
	}
	switch {
	case memoryAddress.MatchString(address):
		return hint{isOther: true}
	case strings.HasPrefix(address, "%"), negativeAddress.MatchString(address):
		return hint{isWrong: true}
	}
	return hint{}
}

// hintOfModbus reads the first digit of a reference: coils, discrete inputs, input registers and
// holding registers.
func hintOfModbus(table string, hasBit bool) hint {
	found := hint{isLoose: true, direction: out, form: analog}
	if table == "1" || table == "3" {
		found.direction = in
	}
	if table == "0" || table == "1" || hasBit {
		found.form = digital
	}
	return found
}

func directionOf(letter string) direction {
	if letter == "I" || letter == "X" {
		return in
	}
	return out
}

// Members of the data of a ControlLogix module, in capitals.
var (
	// What a module reports about itself is no signal of the field.
	stateMember   = regexp.MustCompile(`FAULT|STATUS|ALARM|UNCERTAIN|TIMESTAMP|RANGE|CONNECTION|RUNMODE|ROLLING|NOTIFY|INHIBIT|WIRE|SHORT|DIAG|OVERLOAD|ENABLE`)
	fastMember    = regexp.MustCompile(`PRESENTVALUE|CURRENTCOUNT|STOREDVALUE|CTR|COUNT|ENCODER|PULSE`)
	pointMember   = regexp.MustCompile(`^(?:\d+|DATA(?:\[\d+\])?\.\d+|PT\[?\d+\]?(?:\.?DATA)?|(?:.*\.)?IN\d+|(?:.*\.)?OUT\d+)$`)
	channelMember = regexp.MustCompile(`^CH\[?\d+\]?(?:\.?DATA)?$`)
	wordMember    = regexp.MustCompile(`^DATA\[\d+\]$`)
)

// hintOfMember reads the member of an address of ControlLogix. A word of an array has a form only
// through its module.
func hintOfMember(area, member string) hint {
	found := hint{direction: directionOf(area)}
	switch {
	case stateMember.MatchString(member):
		return hint{isOther: true}
	case fastMember.MatchString(member):
		found.special = Fast
	case pointMember.MatchString(member):
		found.form = digital
	case channelMember.MatchString(member):
		found.form = analog
	case !wordMember.MatchString(member):
		return hint{isOther: true}
	}
	return found
}
