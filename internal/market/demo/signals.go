package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/documents/iolist"
	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/attachment"
	publishing "automacao/internal/market/deal/project"
)

// bottling is the project that has an I/O list.
const bottling = "Migração de S7-300 para S7-1500 na linha de envase"

// signal is an input or output that every machine of the line has.
type signal struct {
	tag, description string
	kind             iolist.Kind
}

// machines are those of the bottling line, in the order of the bottles.
var machines = []string{"despaletizador", "rinser", "enchedora", "arrolhadora", "rotuladora", "inspetor de nível", "empacotadora", "paletizador"}

// onEach are the signals of each machine: 16 digital inputs, 12 digital outputs, two analogue inputs
// and one analogue output.
var onEach = []signal{
	{"KM-%d01", "Motor principal ligado", iolist.DigitalInput}, {"QF-%d01", "Disjuntor do motor desarmado", iolist.DigitalInput},
	{"INV-%d01R", "Inversor pronto", iolist.DigitalInput}, {"INV-%d01F", "Inversor em falha", iolist.DigitalInput},
	{"HS-%d01L", "Botão liga", iolist.DigitalInput}, {"HS-%d01D", "Botão desliga", iolist.DigitalInput},
	{"HS-%d02", "Chave local/remoto", iolist.DigitalInput}, {"HS-%d03", "Botão de rearme", iolist.DigitalInput},
	{"SQ-%d01", "Fotocélula de entrada", iolist.DigitalInput}, {"SQ-%d02", "Fotocélula de saída", iolist.DigitalInput},
	{"SQ-%d03", "Acúmulo na esteira de saída", iolist.DigitalInput}, {"ZSH-%d01", "Batente avançado", iolist.DigitalInput},
	{"ZSL-%d01", "Batente recuado", iolist.DigitalInput}, {"ZS-%d02", "Tampa de manutenção fechada", iolist.DigitalInput},
	{"PSL-%d01", "Pressão de ar baixa", iolist.DigitalInput}, {"LSL-%d01", "Nível baixo de lubrificante", iolist.DigitalInput},
	{"KC-%d01", "Liga motor principal", iolist.DigitalOutput}, {"INV-%d01H", "Habilita inversor", iolist.DigitalOutput},
	{"INV-%d01C", "Rearma falha do inversor", iolist.DigitalOutput}, {"YV-%d01A", "Avança batente", iolist.DigitalOutput},
	{"YV-%d01R", "Recua batente", iolist.DigitalOutput}, {"YV-%d02", "Libera ar comprimido", iolist.DigitalOutput},
	{"YV-%d03", "Abre lubrificação", iolist.DigitalOutput}, {"HL-%d01", "Sinaleiro verde", iolist.DigitalOutput},
	{"HL-%d02", "Sinaleiro amarelo", iolist.DigitalOutput}, {"HL-%d03", "Sinaleiro vermelho", iolist.DigitalOutput},
	{"HA-%d01", "Sirene de partida", iolist.DigitalOutput}, {"HL-%d04", "Lâmpada do botão de rearme", iolist.DigitalOutput},
	{"IT-%d01", "Corrente do motor principal", iolist.AnalogInput}, {"ST-%d01", "Velocidade da esteira", iolist.AnalogInput},
	{"SC-%d01", "Referência de velocidade", iolist.AnalogOutput},
}

// rejector is the machine that the company adds in the second version: a second station of a kind
// that exists, without drives. The level inspector loses its analogue inputs, which go by PROFINET.
const rejector, inspector = 9, 6

// signals returns a version of the list as a CSV file. The first has 128 ED, 96 SD, 16 EA and 8 SA.
func signals(version int) paper {
	lines := []string{"tag;endereço;descrição;tipo"}
	next := map[iolist.Kind]int{}
	add := func(one signal, number int, machine string) {
		lines = append(lines, strings.Join([]string{fmt.Sprintf(one.tag, number), address(one.kind, next[one.kind]), one.description + " - " + machine, string(one.kind)}, ";"))
		next[one.kind]++
	}
	for i, machine := range machines {
		for _, one := range onEach {
			if version > 1 && i+1 == inspector && one.kind == iolist.AnalogInput {
				continue
			}
			add(one, i+1, machine)
		}
	}
	if version > 1 {
		for _, one := range onEach[4:16] {
			add(one, rejector, "rejeitor de garrafas")
		}
	}
	return paper{bottling, "Lista de I-O - linha de envase.csv", "proposers", lines}
}

// address is the place of a signal in a SIMATIC controller, in the notation of its Portuguese tools.
func address(kind iolist.Kind, index int) string {
	switch kind {
	case iolist.AnalogInput:
		return fmt.Sprintf("PEW%d", 256+2*index)
	case iolist.AnalogOutput:
		return fmt.Sprintf("PAW%d", 256+2*index)
	case iolist.DigitalInput:
		return fmt.Sprintf("E%d.%d", index/8, index%8)
	}
	return fmt.Sprintf("A%d.%d", index/8, index%8)
}

// attachLists attaches both versions of the list for the company, one after the proposals and one
// of today, and dates what is told of them.
func attachLists(ctx context.Context, tx pgx.Tx, store Store, open attachment.Open, id uuid.UUID) error {
	days, err := calendarAt(ctx, tx, time.Now())
	if err != nil {
		return err
	}
	for version, ago := range []time.Duration{14 * time.Hour, 5 * time.Hour} {
		at := days.lately(ago)
		file, err := signals(version+1).store(ctx, store, id, caller.From(ctx).UserID, at)
		if err != nil {
			return err
		}
		if _, err := publishing.AttachIOList(open)(deal.Dated(ctx, at), tx, publishing.IOListFile{ProjectID: id, File: file}); err != nil {
			return fmt.Errorf("attach version %d of the list: %w", version+1, err)
		}
		_, err = tx.Exec(ctx, `UPDATE public.notifications SET created_at = $2 WHERE subject_kind = 'public_project' AND subject_id = $1 AND created_at >= now()`, id, at)
		if err != nil {
			return fmt.Errorf("date what is told of the list: %w", err)
		}
	}
	return nil
}
