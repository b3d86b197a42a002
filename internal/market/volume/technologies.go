package volume

import "slices"

// products are the technologies that words of the vocabulary name.
var products = map[string]string{
	"S7-300": "s7-300", "S7-400": "s7-400", "SLC 500": "slc-500", "PLC-5": "plc-5", "Modicon Quantum": "modicon-quantum", "CQM1H": "omron-cj",
	"Series 90-30": "pacsystems", "FX2N": "mitsubishi-fx", "TSX Premium": "modicon-quantum",
	"S7-1500": "s7-1500", "S7-1200": "s7-1200", "CompactLogix 5380": "compactlogix", "ControlLogix 5580": "controllogix", "Modicon M580": "modicon-m580",
	"NX1P2": "omron-nx-nj", "WEG PLC500": "weg-plc500", "FX5U": "mitsubishi-fx", "Altus Nexto": "altus-nexto", "CODESYS em X20": "codesys",
	"Elipse E3": "elipse-e3", "WinCC Unified": "wincc-unified", "Ignition": "ignition", "FactoryTalk View SE": "factorytalk-view-se",
	"AVEVA InTouch": "aveva-intouch", "Plant SCADA": "aveva-plant-scada", "zenon": "zenon", "ScadaBR": "scadabr",
	"DeltaV": "deltav", "CENTUM VP": "centum-vp", "Experion PKS": "experion", "800xA": "abb-800xa", "PCS 7": "pcs-7",
	"PROFIBUS DP": "profibus-dp", "PROFINET": "profinet", "EtherNet/IP": "ethernet-ip", "EtherCAT": "ethercat", "Modbus TCP": "modbus-tcp",
	"DeviceNet": "devicenet", "Foundation Fieldbus": "foundation-fieldbus", "AS-i": "as-interface",
	"FANUC M-410": "fanuc", "FANUC R-2000": "fanuc", "KUKA KR 210": "kuka", "ABB IRB 6700": "abb-robot", "Yaskawa GP180": "yaskawa-motoman",
	"UR20": "universal-robots", "Kawasaki CP180": "kawasaki-robot", "Stäubli TX2-90": "staubli",
	"WEG CFW11": "weg-cfw", "Danfoss FC-302": "danfoss-vlt", "PowerFlex 755": "powerflex", "Sinamics G120": "sinamics", "Altivar 930": "altivar", "ABB ACS880": "abb-acs",
	"Cognex In-Sight": "cognex-in-sight", "Keyence CV-X": "keyence-vision", "HALCON": "halcon", "Basler com OpenCV": "basler", "Sick InspectorP": "sick-vision", "Omron FH": "omron-fh",
	"Pilz PNOZmulti": "pilz-pnoz", "Sick Flexi Soft": "sick-flexi-soft", "GuardLogix": "guardlogix", "S7-1500F": "s7-1500f",
	"EPLAN P8": "eplan-p8", "AutoCAD Electrical": "autocad-electrical", "SEE Electrical": "see-electrical", "E3.series": "zuken-e3",
	"InfluxDB e Grafana": "influxdb", "PI System": "pi-system", "TimescaleDB e Power BI": "timescaledb", "Azure IoT": "azure-iot", "AWS SiteWise": "aws-iot-sitewise", "Ignition Edge": "ignition",
}

// technologies returns the slugs of what the document has named so far, sorted, each once.
func (d *document) technologies() []string {
	slugs := []string{}
	for _, word := range d.chosen {
		if slug := products[word]; slug != "" {
			slugs = append(slugs, slug)
		}
	}
	slices.Sort(slugs)
	return slices.Compact(slugs)
}
