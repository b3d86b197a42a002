-- The first version of the ten models of scopes. Fields and sections that all of them share stand
-- once, under "common". A field has a JSON Schema with the weight that it counts in the clarity of a
-- scope, the words that its answer is written with, and why its answer changes the price.

-- +goose Up
ALTER TABLE public.project_models NO FORCE ROW LEVEL SECURITY;
-- +goose StatementBegin
INSERT INTO public.project_models (slug, name, position, fields, texts)
SELECT model ->> 'slug', model ->> 'name', place,
       jsonb_build_object('type', 'object', 'additionalProperties', false, 'properties', (model -> 'properties') || (data #> '{common,properties}')),
       jsonb_build_object(
         'intro', model -> 'intro', 'deliverables', model -> 'deliverables', 'milestones', model -> 'milestones',
         'sections', (model -> 'sections') || (data #> '{common,sections}'),
         'words', (model -> 'words') || (data #> '{common,words}'),
         'why', (model -> 'why') || (data #> '{common,why}'))
FROM (SELECT $models$
{
  "common": {
    "properties": {
      "area": {"type": "string", "title": "Área classificada", "enum": ["none", "zone_2", "zone_1", "dust"], "x-weight": 3},
      "conditions": {
        "type": "array",
        "title": "Condições do local",
        "items": {"type": "string", "enum": ["cold", "washdown", "dust", "heat", "corrosion", "clean_room", "outdoor"]},
        "uniqueItems": true,
        "maxItems": 7,
        "x-weight": 1
      },
      "height": {"type": "boolean", "title": "Trabalho em altura", "x-weight": 2},
      "confined": {"type": "boolean", "title": "Espaço confinado", "x-weight": 2},
      "downtime": {"type": "string", "title": "Janela de parada", "maxLength": 200, "x-weight": 6},
      "assisted_shifts": {"type": "integer", "title": "Turnos de operação assistida", "minimum": 0, "maximum": 90, "x-weight": 3},
      "remote": {"type": "string", "title": "Acesso remoto", "enum": ["vpn", "attended", "own_router", "none"], "x-weight": 4},
      "supply": {
        "type": "object",
        "title": "Quem fornece o quê",
        "properties": {
          "hardware": {"type": "string", "title": "CLP, módulos e instrumentos", "enum": ["company", "professional", "none"]},
          "software": {"type": "string", "title": "Licenças de software", "enum": ["company", "professional", "none"]},
          "panels": {"type": "string", "title": "Painéis e componentes elétricos", "enum": ["company", "professional", "none"]},
          "cabling": {"type": "string", "title": "Cabos e infraestrutura de campo", "enum": ["company", "professional", "none"]},
          "access": {"type": "string", "title": "Andaimes e plataformas de acesso", "enum": ["company", "professional", "none"]},
          "travel": {"type": "string", "title": "Viagem e hospedagem", "enum": ["company", "professional", "none"]}
        },
        "x-weight": 9
      },
      "existing_documents": {"type": "string", "title": "Documentação atual", "enum": ["complete", "partial", "none"], "x-weight": 5},
      "documents": {
        "type": "array",
        "title": "Documentos a entregar",
        "items": {"type": "string", "enum": ["io_list", "drawings", "program", "manual", "backup", "as_built", "training", "art"]},
        "uniqueItems": true,
        "maxItems": 8,
        "x-weight": 4
      },
      "factory_test": {"type": "boolean", "title": "TAF", "x-weight": 3},
      "site_test": {"type": "boolean", "title": "TAC", "x-weight": 3},
      "acceptance": {"type": "string", "title": "Critério de aceite", "maxLength": 1000, "x-weight": 4},
      "exclusions": {"type": "string", "title": "Fora do escopo", "maxLength": 1000, "x-weight": 3}
    },
    "sections": [
      {"title": "Ambiente e acesso", "fields": ["area", "conditions", "height", "confined", "downtime", "remote"]},
      {"title": "Fornecimento", "fields": ["supply"]},
      {"title": "Documentação", "fields": ["existing_documents", "documents"]},
      {"title": "Testes e aceite", "fields": ["factory_test", "site_test", "assisted_shifts", "acceptance"]},
      {"title": "Exclusões", "fields": ["exclusions"]}
    ],
    "words": {
      "area": {
        "options": {
          "none": "Área não classificada.",
          "zone_2": "Trabalho em área classificada, zona 2.",
          "zone_1": "Trabalho em área classificada, zona 1.",
          "dust": "Trabalho em área classificada por poeira combustível."
        }
      },
      "conditions": {
        "lead": "Condições do local",
        "options": {
          "cold": "câmara fria",
          "washdown": "área de lavagem",
          "dust": "poeira",
          "heat": "calor",
          "corrosion": "ambiente corrosivo",
          "clean_room": "sala limpa",
          "outdoor": "ao tempo"
        }
      },
      "height": {"yes": "Há trabalho em altura (NR-35).", "no": "Não há trabalho em altura."},
      "confined": {"yes": "Há entrada em espaço confinado (NR-33).", "no": "Não há espaço confinado."},
      "downtime": "Janela de parada para a intervenção: {}.",
      "assisted_shifts": {"one": "{} turno de operação assistida", "other": "{} turnos de operação assistida", "none": "Sem operação assistida"},
      "remote": {
        "options": {
          "vpn": "Há acesso remoto pela VPN da contratante.",
          "attended": "Há acesso remoto acompanhado por um técnico da planta.",
          "own_router": "O contratado pode instalar roteador próprio, com aprovação da TI.",
          "none": "Não há acesso remoto."
        }
      },
      "supply": {
        "order": ["hardware", "software", "panels", "cabling", "access", "travel"],
        "items": {
          "hardware": "equipamentos de automação",
          "software": "licenças de software",
          "panels": "componentes elétricos",
          "cabling": "cabeamento de campo",
          "access": "andaimes",
          "travel": "viagens"
        }
      },
      "existing_documents": {
        "options": {
          "complete": "A documentação atual está completa e atualizada.",
          "partial": "A documentação atual está incompleta ou desatualizada.",
          "none": "Não há documentação atual; o levantamento faz parte do serviço."
        }
      },
      "documents": {
        "lead": "Documentos a entregar",
        "options": {
          "io_list": "lista de I/O",
          "drawings": "diagramas elétricos",
          "program": "programa comentado",
          "manual": "manual de operação",
          "backup": "cópia de segurança dos programas",
          "as_built": "as built",
          "training": "treinamento",
          "art": "ART"
        }
      },
      "factory_test": {"yes": "TAF com a presença da contratante, antes do envio a campo.", "no": "Sem TAF."},
      "site_test": {"yes": "TAC em campo, ponto a ponto, com registro assinado.", "no": "Sem TAC formal."},
      "acceptance": "Critério de aceite: {}.",
      "exclusions": "Fora do escopo: {}."
    },
    "why": {
      "area": "Área classificada muda equipamentos, certificados e o tempo de cada intervenção.",
      "conditions": "Frio, lavagem e poeira mudam o grau de proteção e o ritmo do trabalho.",
      "height": "NR-35 exige treinamento, exame médico e acesso seguro.",
      "confined": "NR-33 exige vigia, autorização de entrada e resgate.",
      "downtime": "Uma parada curta ou em fim de semana pede mais gente e um plano de retorno.",
      "assisted_shifts": "Operação assistida são diárias em campo depois da partida.",
      "remote": "Sem acesso remoto, cada ajuste vira viagem.",
      "supply": "Quem fornece material e licenças é o que mais separa propostas do mesmo projeto.",
      "existing_documents": "Sem desenhos confiáveis, o levantamento em campo entra no preço.",
      "documents": "Manual, as built e treinamento somam dias que muitos orçamentos esquecem.",
      "factory_test": "Um TAF completo acha em bancada o que custaria caro na parada.",
      "site_test": "O TAC define quantos dias de campo a proposta precisa prever.",
      "acceptance": "Sem um critério medido, o aceite vira discussão no fim.",
      "exclusions": "O que fica de fora, dito antes, não vira aditivo depois."
    }
  },
  "models": [
    {
      "slug": "retrofit-clp",
      "name": "Retrofit de CLP",
      "intro": "Substituição do controlador de uma máquina ou linha em operação, com conversão do programa e o mínimo de tempo parado.",
      "properties": {
        "plc_now": {"type": "string", "title": "CLP atual", "maxLength": 200, "x-weight": 8},
        "plc_wanted": {"type": "string", "title": "CLP desejado e versão do software", "maxLength": 200, "x-weight": 8},
        "source": {"type": "string", "title": "Programa-fonte", "enum": ["commented", "bare", "upload", "none"], "x-weight": 7},
        "wiring": {"type": "boolean", "title": "Fiação de campo mantida", "x-weight": 5},
        "io": {
          "type": "object",
          "title": "Entradas e saídas",
          "properties": {
            "ED": {"type": "integer", "title": "ED", "minimum": 0, "maximum": 100000},
            "SD": {"type": "integer", "title": "SD", "minimum": 0, "maximum": 100000},
            "EA": {"type": "integer", "title": "EA", "minimum": 0, "maximum": 100000},
            "SA": {"type": "integer", "title": "SA", "minimum": 0, "maximum": 100000},
            "fast": {"type": "integer", "title": "Rápidas", "minimum": 0, "maximum": 100000},
            "safety": {"type": "integer", "title": "Segurança", "minimum": 0, "maximum": 100000}
          },
          "x-weight": 9
        },
        "remotes": {"type": "integer", "title": "Remotas de I/O", "minimum": 0, "maximum": 500, "x-weight": 2},
        "drives": {"type": "integer", "title": "Inversores e servos", "minimum": 0, "maximum": 1000, "x-weight": 4},
        "screens": {"type": "integer", "title": "Telas de IHM", "minimum": 0, "maximum": 2000, "x-weight": 4},
        "tags": {"type": "integer", "title": "Tags", "minimum": 0, "maximum": 1000000, "x-weight": 3},
        "networks": {
          "type": "array",
          "title": "Redes de comunicação",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 4
        },
        "safety_functions": {"type": "integer", "title": "Funções de segurança", "minimum": 0, "maximum": 500, "x-weight": 4},
        "safety_level": {
          "type": "string",
          "title": "Nível de segurança exigido",
          "enum": ["pl_b", "pl_c", "pl_d", "pl_e", "sil_1", "sil_2", "sil_3", "undefined"],
          "x-weight": 4
        }
      },
      "sections": [
        {"title": "Plataforma", "fields": ["plc_now", "plc_wanted", "source", "wiring"]},
        {"title": "Dimensões", "fields": ["io", "remotes", "drives", "screens", "tags", "networks"]},
        {"title": "Segurança de máquinas", "fields": ["safety_functions", "safety_level"]}
      ],
      "words": {
        "plc_now": "CLP atual: {}.",
        "plc_wanted": "CLP desejado: {}.",
        "source": {
          "options": {
            "commented": "O programa-fonte está disponível e comentado.",
            "bare": "O programa-fonte está disponível, sem comentários.",
            "upload": "Não há programa-fonte; é possível ler o programa do CLP.",
            "none": "Não há programa-fonte nem leitura do CLP; a lógica será reescrita."
          }
        },
        "wiring": {"yes": "A fiação de campo atual será mantida, com adaptadores ou bornes.", "no": "A fiação de campo será refeita."},
        "io": {
          "lead": "",
          "order": ["ED", "SD", "EA", "SA", "fast", "safety"],
          "units": {
            "ED": {"one": "entrada digital", "other": "entradas digitais"},
            "SD": {"one": "saída digital", "other": "saídas digitais"},
            "EA": {"one": "entrada analógica", "other": "entradas analógicas"},
            "SA": {"one": "saída analógica", "other": "saídas analógicas"},
            "fast": {"one": "entrada rápida", "other": "entradas rápidas"},
            "safety": {"one": "ponto de segurança", "other": "pontos de segurança"}
          }
        },
        "remotes": {"one": "{} remota de I/O", "other": "{} remotas de I/O", "none": "Sem remotas"},
        "drives": {"one": "{} inversor ou servo", "other": "{} inversores ou servos", "none": "Sem inversores"},
        "screens": {"one": "{} tela de IHM", "other": "{} telas de IHM", "none": "Sem telas"},
        "tags": {"one": "{} tag", "other": "{} tags"},
        "networks": {
          "lead": "Redes de comunicação",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "safety_functions": {"one": "{} função de segurança", "other": "{} funções de segurança", "none": "Sem funções de segurança"},
        "safety_level": {
          "options": {
            "pl_b": "PL b exigido nas funções de segurança.",
            "pl_c": "PL c exigido nas funções de segurança.",
            "pl_d": "PL d exigido nas funções de segurança.",
            "pl_e": "PL e exigido nas funções de segurança.",
            "sil_1": "SIL 1 exigido nas funções de segurança.",
            "sil_2": "SIL 2 exigido nas funções de segurança.",
            "sil_3": "SIL 3 exigido nas funções de segurança.",
            "undefined": "O nível de segurança será definido na apreciação de riscos."
          }
        }
      },
      "why": {
        "plc_now": "O modelo atual decide se o programa se converte ou se reescreve.",
        "plc_wanted": "Plataforma e versão definem hardware, licenças e quem sabe fazer.",
        "source": "Sem o programa-fonte, a lógica é levantada na máquina, e isso leva semanas.",
        "wiring": "Manter a fiação encurta a parada; refazê-la pede projeto e montagem.",
        "io": "A quantidade de pontos de I/O define módulos, bornes, testes ponto a ponto e horas de programação.",
        "remotes": "Cada remota é um ponto de rede, de montagem e de teste.",
        "drives": "Cada acionamento na rede pede parametrização e ensaio.",
        "screens": "O desenho e o teste das telas costumam passar das horas de lógica.",
        "tags": "A quantidade de tags define a licença e as horas de cadastro.",
        "networks": "Cada rede exige interface, configuração e ensaio próprios.",
        "safety_functions": "Cada função de segurança é projetada, calculada e validada à parte.",
        "safety_level": "De PL c para PL d mudam a arquitetura, os componentes e a validação."
      },
      "deliverables": [
        "Levantamento de campo e lista de I/O",
        "Programa convertido e comentado",
        "Plano de virada e de retorno",
        "Telas de IHM",
        "As built e cópia de segurança"
      ],
      "milestones": [
        {"title": "Levantamento", "percent": 20},
        {"title": "TAF em bancada", "percent": 40},
        {"title": "Virada na parada", "percent": 30},
        {"title": "Operação assistida", "percent": 10}
      ]
    },
    {
      "slug": "migracao-supervisorio",
      "name": "Migração de supervisório",
      "intro": "Aplicação de supervisão nova ou migrada, com telas, alarmes, históricos e relatórios que a operação usa todos os dias.",
      "properties": {
        "software_now": {"type": "string", "title": "Supervisório atual", "maxLength": 200, "x-weight": 6},
        "software_wanted": {"type": "string", "title": "Supervisório desejado e versão", "maxLength": 200, "x-weight": 8},
        "licences": {"type": "string", "title": "Licenças", "enum": ["company", "professional", "existing"], "x-weight": 6},
        "architecture": {"type": "string", "title": "Arquitetura", "enum": ["single", "client_server", "redundant"], "x-weight": 5},
        "clients": {"type": "integer", "title": "Estações de operação", "minimum": 0, "maximum": 500, "x-weight": 3},
        "tags": {"type": "integer", "title": "Tags", "minimum": 0, "maximum": 1000000, "x-weight": 8},
        "screens": {"type": "integer", "title": "Telas", "minimum": 0, "maximum": 2000, "x-weight": 8},
        "alarms": {"type": "integer", "title": "Alarmes", "minimum": 0, "maximum": 100000, "x-weight": 4},
        "reports": {"type": "integer", "title": "Relatórios", "minimum": 0, "maximum": 500, "x-weight": 4},
        "plcs": {"type": "integer", "title": "CLPs e equipamentos conectados", "minimum": 0, "maximum": 1000, "x-weight": 5},
        "networks": {
          "type": "array",
          "title": "Redes de comunicação",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 4
        },
        "history": {"type": "boolean", "title": "Histórico a migrar", "x-weight": 4},
        "style": {"type": "boolean", "title": "Padrão ISA-101", "x-weight": 2}
      },
      "sections": [
        {"title": "Plataforma", "fields": ["software_now", "software_wanted", "licences", "architecture", "clients"]},
        {"title": "Dimensões", "fields": ["tags", "screens", "alarms", "reports", "plcs", "networks", "history", "style"]}
      ],
      "words": {
        "software_now": "Supervisório atual: {}.",
        "software_wanted": "Supervisório desejado: {}.",
        "licences": {
          "options": {
            "company": "As licenças são fornecidas pela contratante.",
            "professional": "As licenças são fornecidas pelo contratado.",
            "existing": "As licenças atuais serão reaproveitadas."
          }
        },
        "architecture": {
          "options": {"single": "Uma estação única.", "client_server": "Servidor e estações clientes.", "redundant": "Servidores redundantes e estações clientes."}
        },
        "clients": {"one": "{} estação de operação", "other": "{} estações de operação"},
        "tags": {"one": "{} tag", "other": "{} tags"},
        "screens": {"one": "{} tela", "other": "{} telas", "none": "Sem telas"},
        "alarms": {"one": "{} alarme", "other": "{} alarmes"},
        "reports": {"one": "{} relatório", "other": "{} relatórios", "none": "Sem relatórios"},
        "plcs": {"one": "{} CLP ou equipamento conectado", "other": "{} CLPs ou equipamentos conectados"},
        "networks": {
          "lead": "Redes de comunicação",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "history": {"yes": "O histórico atual será migrado.", "no": "O histórico começa do zero."},
        "style": {"yes": "As telas seguem o padrão ISA-101.", "no": "As telas seguem o padrão atual da planta."}
      },
      "why": {
        "software_now": "Há conversores para alguns pares de software; para outros, tudo é redesenhado.",
        "software_wanted": "Software e versão definem licenças e quem sabe fazer.",
        "licences": "Uma licença de milhares de tags pode custar mais que o serviço.",
        "architecture": "Redundância dobra servidores, ensaios e licenças.",
        "clients": "Cada estação é instalada, licenciada e testada.",
        "tags": "A quantidade de tags define a licença e as horas de cadastro.",
        "screens": "O desenho e o teste das telas costumam passar das horas de lógica.",
        "alarms": "Classificar e priorizar alarmes leva tempo de gente experiente.",
        "reports": "Relatório é consulta, leiaute e conferência com quem o lê.",
        "plcs": "Cada controlador tem seu driver, endereço e teste de comunicação.",
        "networks": "Cada rede exige interface, configuração e ensaio próprios.",
        "history": "Migrar histórico exige ler o banco antigo e conferir os números.",
        "style": "Um padrão novo de telas pede guia de estilo e aprovação da operação."
      },
      "deliverables": ["Aplicação com telas, alarmes e relatórios", "Guia de estilo e plano de alarmes", "Cópia de segurança e licenças", "Treinamento da operação"],
      "milestones": [
        {"title": "Projeto de telas e alarmes", "percent": 30},
        {"title": "Aplicação em bancada", "percent": 40},
        {"title": "Partida em campo", "percent": 20},
        {"title": "Documentação", "percent": 10}
      ]
    },
    {
      "slug": "celula-robotizada",
      "name": "Célula robotizada",
      "intro": "Programação e integração de robôs com o CLP, a garra e a segurança da célula.",
      "properties": {
        "process": {"type": "string", "title": "Processo", "enum": ["palletizing", "handling", "welding", "painting", "machining", "assembly", "other"], "x-weight": 7},
        "robot": {"type": "string", "title": "Robô e controlador", "maxLength": 200, "x-weight": 8},
        "robots": {"type": "integer", "title": "Quantidade de robôs", "minimum": 0, "maximum": 50, "x-weight": 6},
        "payload": {"type": "integer", "title": "Carga no punho, em kg", "minimum": 0, "maximum": 5000, "x-weight": 3},
        "cycle": {"type": "string", "title": "Ciclo", "maxLength": 200, "x-weight": 6},
        "formats": {"type": "integer", "title": "Formatos ou peças", "minimum": 0, "maximum": 500, "x-weight": 4},
        "gripper": {"type": "string", "title": "Garra", "enum": ["existing", "bought", "design"], "x-weight": 5},
        "plc": {"type": "string", "title": "CLP da célula", "maxLength": 200, "x-weight": 4},
        "io": {
          "type": "object",
          "title": "Entradas e saídas",
          "properties": {
            "ED": {"type": "integer", "title": "ED", "minimum": 0, "maximum": 100000},
            "SD": {"type": "integer", "title": "SD", "minimum": 0, "maximum": 100000},
            "EA": {"type": "integer", "title": "EA", "minimum": 0, "maximum": 100000},
            "SA": {"type": "integer", "title": "SA", "minimum": 0, "maximum": 100000},
            "fast": {"type": "integer", "title": "Rápidas", "minimum": 0, "maximum": 100000},
            "safety": {"type": "integer", "title": "Segurança", "minimum": 0, "maximum": 100000}
          },
          "x-weight": 5
        },
        "external_axes": {"type": "integer", "title": "Eixos externos", "minimum": 0, "maximum": 20, "x-weight": 2},
        "networks": {
          "type": "array",
          "title": "Redes de comunicação",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 3
        },
        "simulation": {"type": "boolean", "title": "Simulação antes da montagem", "x-weight": 4},
        "safety_functions": {"type": "integer", "title": "Funções de segurança", "minimum": 0, "maximum": 500, "x-weight": 5},
        "safety_level": {
          "type": "string",
          "title": "Nível de segurança exigido",
          "enum": ["pl_b", "pl_c", "pl_d", "pl_e", "sil_1", "sil_2", "sil_3", "undefined"],
          "x-weight": 5
        }
      },
      "sections": [
        {"title": "Processo", "fields": ["process", "robot", "robots", "payload", "cycle", "formats", "gripper"]},
        {"title": "Integração", "fields": ["plc", "io", "external_axes", "networks", "simulation"]},
        {"title": "Segurança", "fields": ["safety_functions", "safety_level"]}
      ],
      "words": {
        "process": {
          "options": {
            "palletizing": "Processo: paletização.",
            "handling": "Processo: manipulação de peças.",
            "welding": "Processo: solda.",
            "painting": "Processo: pintura ou aplicação.",
            "machining": "Processo: carga de máquina ou usinagem.",
            "assembly": "Processo: montagem.",
            "other": "Processo: outro, descrito no projeto."
          }
        },
        "robot": "Robô: {}.",
        "robots": {"one": "{} robô", "other": "{} robôs"},
        "payload": {"one": "Carga no punho de {} kg", "other": "Carga no punho de {} kg"},
        "cycle": "Ciclo desejado: {}.",
        "formats": {"one": "{} formato", "other": "{} formatos"},
        "gripper": {"options": {"existing": "A garra já existe.", "bought": "A garra será comprada pronta.", "design": "A garra será projetada pelo contratado."}},
        "plc": "CLP da célula: {}.",
        "io": {
          "lead": "",
          "order": ["ED", "SD", "EA", "SA", "fast", "safety"],
          "units": {
            "ED": {"one": "entrada digital", "other": "entradas digitais"},
            "SD": {"one": "saída digital", "other": "saídas digitais"},
            "EA": {"one": "entrada analógica", "other": "entradas analógicas"},
            "SA": {"one": "saída analógica", "other": "saídas analógicas"},
            "fast": {"one": "entrada rápida", "other": "entradas rápidas"},
            "safety": {"one": "ponto de segurança", "other": "pontos de segurança"}
          }
        },
        "external_axes": {"one": "{} eixo externo", "other": "{} eixos externos", "none": "Sem eixos externos"},
        "networks": {
          "lead": "Redes de comunicação",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "simulation": {"yes": "Simulação do ciclo antes da montagem.", "no": "Sem simulação."},
        "safety_functions": {"one": "{} função de segurança", "other": "{} funções de segurança", "none": "Sem funções de segurança"},
        "safety_level": {
          "options": {
            "pl_b": "PL b exigido nas funções de segurança.",
            "pl_c": "PL c exigido nas funções de segurança.",
            "pl_d": "PL d exigido nas funções de segurança.",
            "pl_e": "PL e exigido nas funções de segurança.",
            "sil_1": "SIL 1 exigido nas funções de segurança.",
            "sil_2": "SIL 2 exigido nas funções de segurança.",
            "sil_3": "SIL 3 exigido nas funções de segurança.",
            "undefined": "O nível de segurança será definido na apreciação de riscos."
          }
        }
      },
      "why": {
        "process": "Paletizar, soldar e pintar pedem robô, garra e experiência diferentes.",
        "robot": "A marca do robô define quem programa e com qual software.",
        "robots": "Robôs no mesmo espaço pedem zonas de interferência e mais simulação.",
        "payload": "A carga com a garra decide o modelo do robô.",
        "cycle": "O ciclo decide a garra, o trajeto e quantos robôs são precisos.",
        "formats": "Cada formato é um programa, uma receita e um ensaio.",
        "gripper": "Projetar a garra é um projeto dentro do projeto.",
        "plc": "A integração depende do CLP e da rede do robô.",
        "io": "A quantidade de pontos de I/O define módulos, bornes, testes ponto a ponto e horas de programação.",
        "external_axes": "Cada eixo externo muda o controlador e a programação.",
        "networks": "Cada rede exige interface, configuração e ensaio próprios.",
        "simulation": "A simulação prova o ciclo e o alcance antes de comprar.",
        "safety_functions": "Cada função de segurança é projetada, calculada e validada à parte.",
        "safety_level": "De PL c para PL d mudam a arquitetura, os componentes e a validação."
      },
      "deliverables": ["Simulação com o ciclo", "Programas de robô e CLP comentados", "TAF e TAC registrados", "Treinamento", "Cópia de segurança"],
      "milestones": [
        {"title": "Projeto e simulação", "percent": 20},
        {"title": "TAF", "percent": 30},
        {"title": "TAC e partida", "percent": 40},
        {"title": "As built", "percent": 10}
      ]
    },
    {
      "slug": "adequacao-nr12",
      "name": "Adequação NR-12",
      "intro": "Adequação de máquinas à NR-12: da apreciação de riscos à validação, com laudo e responsabilidade técnica.",
      "properties": {
        "machines": {"type": "integer", "title": "Máquinas", "minimum": 0, "maximum": 500, "x-weight": 9},
        "machine_kind": {"type": "string", "title": "Tipo das máquinas", "maxLength": 200, "x-weight": 8},
        "equal": {"type": "integer", "title": "Máquinas iguais entre si", "minimum": 0, "maximum": 500, "x-weight": 3},
        "year": {"type": "string", "title": "Ano e estado", "maxLength": 200, "x-weight": 2},
        "assessment": {"type": "string", "title": "Apreciação de riscos", "enum": ["ready", "old", "none"], "x-weight": 8},
        "safety_level": {
          "type": "string",
          "title": "Nível de segurança exigido",
          "enum": ["pl_b", "pl_c", "pl_d", "pl_e", "sil_1", "sil_2", "sil_3", "undefined"],
          "x-weight": 8
        },
        "safety_functions": {"type": "integer", "title": "Funções de segurança", "minimum": 0, "maximum": 500, "x-weight": 6},
        "devices": {
          "type": "array",
          "title": "Proteções previstas",
          "items": {"type": "string", "enum": ["guards", "interlocks", "light_curtain", "scanner", "two_hand", "emergency_stop", "safety_plc", "mute", "locks"]},
          "uniqueItems": true,
          "maxItems": 9,
          "x-weight": 6
        },
        "stages": {
          "type": "array",
          "title": "Etapas contratadas",
          "items": {"type": "string", "enum": ["assessment", "design", "installation", "validation", "report"]},
          "uniqueItems": true,
          "maxItems": 5,
          "x-weight": 8
        },
        "art": {"type": "boolean", "title": "ART", "x-weight": 3}
      },
      "sections": [
        {"title": "Máquinas", "fields": ["machines", "machine_kind", "equal", "year"]},
        {"title": "Riscos e segurança", "fields": ["assessment", "safety_level", "safety_functions", "devices"]},
        {"title": "Serviço", "fields": ["stages", "art"]}
      ],
      "words": {
        "machines": {"one": "{} máquina", "other": "{} máquinas"},
        "machine_kind": "Máquinas: {}.",
        "equal": {"one": "{} máquina igual a outra", "other": "{} máquinas iguais entre si"},
        "year": "Ano e estado: {}.",
        "assessment": {
          "options": {
            "ready": "A apreciação de riscos existe e está atualizada.",
            "old": "A apreciação de riscos existe, desatualizada.",
            "none": "A apreciação de riscos (HRN) faz parte do serviço."
          }
        },
        "safety_level": {
          "options": {
            "pl_b": "PL b exigido nas funções de segurança.",
            "pl_c": "PL c exigido nas funções de segurança.",
            "pl_d": "PL d exigido nas funções de segurança.",
            "pl_e": "PL e exigido nas funções de segurança.",
            "sil_1": "SIL 1 exigido nas funções de segurança.",
            "sil_2": "SIL 2 exigido nas funções de segurança.",
            "sil_3": "SIL 3 exigido nas funções de segurança.",
            "undefined": "O nível de segurança será definido na apreciação de riscos."
          }
        },
        "safety_functions": {"one": "{} função de segurança", "other": "{} funções de segurança", "none": "Sem funções de segurança"},
        "devices": {
          "lead": "Proteções previstas",
          "options": {
            "guards": "proteções fixas",
            "interlocks": "proteções móveis intertravadas",
            "light_curtain": "cortina de luz",
            "scanner": "scanner de área",
            "two_hand": "comando bimanual",
            "emergency_stop": "parada de emergência",
            "safety_plc": "CLP de segurança",
            "mute": "muting",
            "locks": "bloqueio de energia (LOTO)"
          }
        },
        "stages": {
          "lead": "Etapas contratadas",
          "options": {
            "assessment": "apreciação de riscos",
            "design": "projeto elétrico e mecânico",
            "installation": "instalação",
            "validation": "validação",
            "report": "laudo"
          }
        },
        "art": {"yes": "Com ART do responsável técnico.", "no": "Sem ART."}
      },
      "why": {
        "machines": "O preço cresce com o número de máquinas e com quantas são iguais.",
        "machine_kind": "Prensa, injetora e esteira têm riscos e normas diferentes.",
        "equal": "Máquinas iguais repartem o projeto.",
        "year": "Máquinas antigas costumam pedir painel novo.",
        "assessment": "Sem apreciação, o preço da instalação é um palpite.",
        "safety_level": "De PL c para PL d mudam a arquitetura, os componentes e a validação.",
        "safety_functions": "Cada função de segurança é projetada, calculada e validada à parte.",
        "devices": "Cortina, scanner e bimanual custam e se instalam de modos diferentes.",
        "stages": "Só o laudo, só o projeto ou tudo até a validação são preços de ordens diferentes.",
        "art": "A ART exige profissional habilitado e registro no CREA."
      },
      "deliverables": ["Apreciação de riscos (HRN)", "Projeto elétrico e mecânico", "Instalação e comissionamento", "Validação com cálculo de PL", "Laudo e ART"],
      "milestones": [
        {"title": "Apreciação", "percent": 25},
        {"title": "Projeto", "percent": 25},
        {"title": "Instalação", "percent": 40},
        {"title": "Validação e laudo", "percent": 10}
      ]
    },
    {
      "slug": "painel-eletrico",
      "name": "Painel elétrico",
      "intro": "Projeto e, se contratada, montagem de painéis de comando, CCM ou distribuição.",
      "properties": {
        "kind": {"type": "string", "title": "Tipo de painel", "enum": ["control", "mcc", "distribution", "drive"], "x-weight": 6},
        "panels": {"type": "integer", "title": "Painéis ou colunas", "minimum": 0, "maximum": 500, "x-weight": 7},
        "feeders": {"type": "integer", "title": "Gavetas ou partidas", "minimum": 0, "maximum": 1000, "x-weight": 5},
        "voltage": {"type": "string", "title": "Tensão e frequência", "maxLength": 200, "x-weight": 5},
        "current": {"type": "string", "title": "Corrente nominal e de curto-circuito", "maxLength": 200, "x-weight": 7},
        "power": {"type": "string", "title": "Motores e potências", "maxLength": 200, "x-weight": 5},
        "protection": {"type": "string", "title": "Grau de proteção e instalação", "maxLength": 200, "x-weight": 3},
        "io": {
          "type": "object",
          "title": "Entradas e saídas",
          "properties": {
            "ED": {"type": "integer", "title": "ED", "minimum": 0, "maximum": 100000},
            "SD": {"type": "integer", "title": "SD", "minimum": 0, "maximum": 100000},
            "EA": {"type": "integer", "title": "EA", "minimum": 0, "maximum": 100000},
            "SA": {"type": "integer", "title": "SA", "minimum": 0, "maximum": 100000},
            "fast": {"type": "integer", "title": "Rápidas", "minimum": 0, "maximum": 100000},
            "safety": {"type": "integer", "title": "Segurança", "minimum": 0, "maximum": 100000}
          },
          "x-weight": 4
        },
        "stages": {
          "type": "array",
          "title": "Etapas contratadas",
          "items": {"type": "string", "enum": ["design", "parts", "assembly", "tests", "installation"]},
          "uniqueItems": true,
          "maxItems": 5,
          "x-weight": 8
        },
        "software": {"type": "string", "title": "Software de projeto", "maxLength": 200, "x-weight": 3},
        "standards": {
          "type": "array",
          "title": "Normas",
          "items": {"type": "string", "enum": ["nbr_iec_61439", "nbr_5410", "nr_10", "nbr_iec_60204", "ul_508a"]},
          "uniqueItems": true,
          "maxItems": 5,
          "x-weight": 4
        }
      },
      "sections": [
        {"title": "Painel", "fields": ["kind", "panels", "feeders", "voltage", "current", "power", "protection", "io"]},
        {"title": "Projeto e montagem", "fields": ["stages", "software", "standards"]}
      ],
      "words": {
        "kind": {
          "options": {
            "control": "Painel de comando e automação.",
            "mcc": "Centro de controle de motores (CCM).",
            "distribution": "Painel de distribuição.",
            "drive": "Painel de inversores."
          }
        },
        "panels": {"one": "{} painel ou coluna", "other": "{} painéis ou colunas"},
        "feeders": {"one": "{} gaveta ou partida", "other": "{} gavetas ou partidas"},
        "voltage": "Tensão: {}.",
        "current": "Corrente nominal e de curto-circuito: {}.",
        "power": "Motores: {}.",
        "protection": "Grau de proteção e instalação: {}.",
        "io": {
          "lead": "",
          "order": ["ED", "SD", "EA", "SA", "fast", "safety"],
          "units": {
            "ED": {"one": "entrada digital", "other": "entradas digitais"},
            "SD": {"one": "saída digital", "other": "saídas digitais"},
            "EA": {"one": "entrada analógica", "other": "entradas analógicas"},
            "SA": {"one": "saída analógica", "other": "saídas analógicas"},
            "fast": {"one": "entrada rápida", "other": "entradas rápidas"},
            "safety": {"one": "ponto de segurança", "other": "pontos de segurança"}
          }
        },
        "stages": {
          "lead": "Etapas contratadas",
          "options": {
            "design": "projeto elétrico",
            "parts": "lista e compra de materiais",
            "assembly": "montagem",
            "tests": "ensaios de rotina",
            "installation": "instalação em campo"
          }
        },
        "software": "Software de projeto: {}.",
        "standards": {
          "lead": "Normas",
          "options": {"nbr_iec_61439": "NBR IEC 61439", "nbr_5410": "NBR 5410", "nr_10": "NR-10", "nbr_iec_60204": "NBR IEC 60204-1", "ul_508a": "UL 508A"}
        }
      },
      "why": {
        "kind": "CCM, comando e distribuição têm normas e ensaios diferentes.",
        "panels": "Cada coluna é material, montagem e ensaio.",
        "feeders": "Cada partida tem esquema, lista e ensaio.",
        "voltage": "A tensão define barramentos, isolação e componentes.",
        "current": "Sem o Icc não se escolhem disjuntores nem barramentos.",
        "power": "As potências definem partidas, cabos e ventilação.",
        "protection": "IP e local mudam o invólucro e a ventilação.",
        "io": "A quantidade de pontos de I/O define módulos, bornes, testes ponto a ponto e horas de programação.",
        "stages": "Só o projeto ou o painel pronto são preços de ordens diferentes.",
        "software": "Quem mantém os desenhos precisa do mesmo software.",
        "standards": "A norma define ensaios, separações e documentos."
      },
      "deliverables": ["Diagramas unifilar e multifilar", "Lista de materiais e de cabos", "Memorial de cálculo", "Relatório de ensaios", "ART"],
      "milestones": [
        {"title": "Projeto para aprovação", "percent": 40},
        {"title": "Montagem ou emissão final", "percent": 40},
        {"title": "Ensaios e as built", "percent": 20}
      ]
    },
    {
      "slug": "rede-industrial",
      "name": "Rede industrial",
      "intro": "Diagnóstico, projeto ou segmentação de redes industriais, com medições que sustentam cada recomendação.",
      "properties": {
        "purpose": {"type": "string", "title": "Objetivo", "enum": ["diagnosis", "new", "expansion", "segmentation"], "x-weight": 8},
        "symptoms": {"type": "string", "title": "Sintomas", "maxLength": 1000, "x-weight": 6},
        "networks": {
          "type": "array",
          "title": "Protocolos",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 8
        },
        "nodes": {"type": "integer", "title": "Nós", "minimum": 0, "maximum": 20000, "x-weight": 7},
        "segments": {"type": "integer", "title": "Segmentos", "minimum": 0, "maximum": 1000, "x-weight": 4},
        "media": {
          "type": "array",
          "title": "Meios físicos",
          "items": {"type": "string", "enum": ["copper", "fibre", "wireless"]},
          "uniqueItems": true,
          "maxItems": 3,
          "x-weight": 3
        },
        "equipment": {"type": "string", "title": "Switches, roteadores e firewalls", "maxLength": 200, "x-weight": 3},
        "running": {"type": "boolean", "title": "Medição com a planta em operação", "x-weight": 4}
      },
      "sections": [
        {"title": "Objetivo", "fields": ["purpose", "symptoms"]},
        {"title": "Rede", "fields": ["networks", "nodes", "segments", "media", "equipment", "running"]}
      ],
      "words": {
        "purpose": {
          "options": {
            "diagnosis": "Objetivo: diagnóstico de falhas.",
            "new": "Objetivo: projeto de rede nova.",
            "expansion": "Objetivo: ampliação ou migração de rede.",
            "segmentation": "Objetivo: segmentação e segurança da rede (IEC 62443)."
          }
        },
        "symptoms": "Sintomas: {}.",
        "networks": {
          "lead": "Protocolos",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "nodes": {"one": "{} nó", "other": "{} nós"},
        "segments": {"one": "{} segmento", "other": "{} segmentos"},
        "media": {"lead": "Meios físicos", "options": {"copper": "cabo de cobre", "fibre": "fibra óptica", "wireless": "rádio"}},
        "equipment": "Equipamentos de rede: {}.",
        "running": {"yes": "As medições são feitas com a planta em operação.", "no": "As medições são feitas com a planta parada."}
      },
      "why": {
        "purpose": "Achar uma falha, projetar uma rede e segmentá-la são serviços diferentes.",
        "symptoms": "Quando e onde a rede cai decide por onde medir e por quanto tempo.",
        "networks": "Cada rede exige interface, configuração e ensaio próprios.",
        "nodes": "Nós e segmentos definem os dias de medição.",
        "segments": "Cada segmento é medido à parte.",
        "media": "Fibra e rádio pedem instrumentos e gente diferentes.",
        "equipment": "O que já existe decide se é configurar ou comprar.",
        "running": "Medir sem parar limita o que se pode abrir e desligar."
      },
      "deliverables": ["Relatório com medições", "Topologia atualizada", "Plano de ação por prioridade"],
      "milestones": [{"title": "Relatório entregue", "percent": 100}]
    },
    {
      "slug": "instrumentacao-calibracao",
      "name": "Instrumentação e calibração",
      "intro": "Calibração, teste de malhas e manutenção de instrumentos, em campo ou em bancada.",
      "properties": {
        "instruments": {
          "type": "object",
          "title": "Instrumentos por grandeza",
          "properties": {
            "pressure": {"type": "integer", "title": "Pressão", "minimum": 0, "maximum": 100000},
            "temperature": {"type": "integer", "title": "Temperatura", "minimum": 0, "maximum": 100000},
            "flow": {"type": "integer", "title": "Vazão", "minimum": 0, "maximum": 100000},
            "level": {"type": "integer", "title": "Nível", "minimum": 0, "maximum": 100000},
            "analysis": {"type": "integer", "title": "Analítica", "minimum": 0, "maximum": 100000},
            "mass": {"type": "integer", "title": "Massa", "minimum": 0, "maximum": 100000},
            "other": {"type": "integer", "title": "Outros", "minimum": 0, "maximum": 100000}
          },
          "x-weight": 9
        },
        "ranges": {"type": "string", "title": "Faixas e classes", "maxLength": 1000, "x-weight": 6},
        "loops": {"type": "integer", "title": "Malhas para teste", "minimum": 0, "maximum": 20000, "x-weight": 5},
        "valves": {"type": "integer", "title": "Válvulas de controle", "minimum": 0, "maximum": 5000, "x-weight": 3},
        "protocol": {
          "type": "array",
          "title": "Comunicação dos instrumentos",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 2
        },
        "place": {"type": "string", "title": "Local da calibração", "enum": ["field", "bench", "laboratory"], "x-weight": 5},
        "traceability": {"type": "string", "title": "Rastreabilidade", "enum": ["rbc", "traceable", "none"], "x-weight": 8},
        "tolerance": {"type": "string", "title": "Critério de aprovação", "maxLength": 200, "x-weight": 4},
        "adjustment": {"type": "boolean", "title": "Ajuste incluído", "x-weight": 4}
      },
      "sections": [
        {"title": "Instrumentos", "fields": ["instruments", "ranges", "loops", "valves", "protocol"]},
        {"title": "Serviço", "fields": ["place", "traceability", "tolerance", "adjustment"]}
      ],
      "words": {
        "instruments": {
          "lead": "",
          "order": ["pressure", "temperature", "flow", "level", "analysis", "mass", "other"],
          "units": {
            "pressure": {"one": "instrumento de pressão", "other": "instrumentos de pressão"},
            "temperature": {"one": "instrumento de temperatura", "other": "instrumentos de temperatura"},
            "flow": {"one": "instrumento de vazão", "other": "instrumentos de vazão"},
            "level": {"one": "instrumento de nível", "other": "instrumentos de nível"},
            "analysis": {"one": "analisador", "other": "analisadores"},
            "mass": {"one": "balança", "other": "balanças"},
            "other": {"one": "outro instrumento", "other": "outros instrumentos"}
          }
        },
        "ranges": "Faixas e classes: {}.",
        "loops": {"one": "{} malha para teste", "other": "{} malhas para teste"},
        "valves": {"one": "{} válvula de controle", "other": "{} válvulas de controle", "none": "Sem válvulas de controle"},
        "protocol": {
          "lead": "Comunicação dos instrumentos",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "place": {"options": {"field": "Calibração em campo.", "bench": "Calibração em bancada na planta.", "laboratory": "Calibração em laboratório."}},
        "traceability": {
          "options": {
            "rbc": "Certificados RBC, de laboratório acreditado.",
            "traceable": "Padrões com rastreabilidade à RBC.",
            "none": "Sem exigência de rastreabilidade."
          }
        },
        "tolerance": "Critério de aprovação: {}.",
        "adjustment": {"yes": "O ajuste dos instrumentos reprovados está incluído.", "no": "O ajuste não está incluído."}
      },
      "why": {
        "instruments": "Cada grandeza tem padrão, tempo e certificado próprios.",
        "ranges": "Faixa e exatidão decidem os padrões a levar.",
        "loops": "O teste de malha envolve campo e sala ao mesmo tempo.",
        "valves": "Válvula pede assinatura, ajuste e às vezes retirada.",
        "protocol": "Cada rede exige interface, configuração e ensaio próprios.",
        "place": "Em bancada se calibra mais por dia; em campo não se desmonta.",
        "traceability": "Certificado RBC custa mais e só laboratório acreditado emite.",
        "tolerance": "O erro máximo aceito decide pontos, tempo e ajuste.",
        "adjustment": "Ajustar e repetir a calibração pode dobrar o tempo por instrumento."
      },
      "deliverables": ["Certificados em PDF", "Etiquetas", "Planilha consolidada", "Relatório de reprovados"],
      "milestones": [{"title": "Por lote calibrado", "percent": 100}]
    },
    {
      "slug": "visao-de-maquina",
      "name": "Visão de máquina",
      "intro": "Inspeção por câmera na linha: iluminação, programa, rejeito e prova de desempenho.",
      "properties": {
        "checks": {
          "type": "array",
          "title": "O que inspecionar",
          "items": {"type": "string", "enum": ["presence", "ocr", "code", "measure", "defects", "colour", "guidance"]},
          "uniqueItems": true,
          "maxItems": 7,
          "x-weight": 9
        },
        "product": {"type": "string", "title": "Produto", "maxLength": 200, "x-weight": 6},
        "rate": {"type": "integer", "title": "Peças por minuto", "minimum": 0, "maximum": 100000, "x-weight": 7},
        "formats": {"type": "integer", "title": "Formatos ou produtos", "minimum": 0, "maximum": 1000, "x-weight": 4},
        "performance": {"type": "string", "title": "Desempenho exigido", "maxLength": 200, "x-weight": 7},
        "samples": {"type": "boolean", "title": "Amostras disponíveis", "x-weight": 5},
        "cameras": {"type": "integer", "title": "Câmeras", "minimum": 0, "maximum": 200, "x-weight": 5},
        "platform": {"type": "string", "title": "Plataforma de visão", "maxLength": 200, "x-weight": 5},
        "rejection": {"type": "string", "title": "Rejeito", "enum": ["existing", "new", "none"], "x-weight": 4},
        "plc": {"type": "string", "title": "CLP da linha", "maxLength": 200, "x-weight": 3},
        "images": {"type": "boolean", "title": "Imagens guardadas", "x-weight": 2}
      },
      "sections": [
        {"title": "Inspeção", "fields": ["checks", "product", "rate", "formats", "performance", "samples"]},
        {"title": "Solução", "fields": ["cameras", "platform", "rejection", "plc", "images"]}
      ],
      "words": {
        "checks": {
          "lead": "Inspeções",
          "options": {
            "presence": "presença",
            "ocr": "leitura de texto (OCR)",
            "code": "leitura de código",
            "measure": "medição",
            "defects": "defeitos de superfície",
            "colour": "cor",
            "guidance": "guia de robô"
          }
        },
        "product": "Produto: {}.",
        "rate": {"one": "{} peça por minuto", "other": "{} peças por minuto"},
        "formats": {"one": "{} formato", "other": "{} formatos"},
        "performance": "Desempenho exigido: {}.",
        "samples": {"yes": "Há amostras boas e ruins para ensaio.", "no": "Ainda não há amostras para ensaio."},
        "cameras": {"one": "{} câmera", "other": "{} câmeras"},
        "platform": "Plataforma de visão: {}.",
        "rejection": {"options": {"existing": "O rejeito já existe.", "new": "O rejeito faz parte do serviço.", "none": "Sem rejeito automático."}},
        "plc": "CLP da linha: {}.",
        "images": {"yes": "As imagens dos rejeitos são guardadas.", "no": "As imagens não são guardadas."}
      },
      "why": {
        "checks": "Ler um código, medir e achar defeitos pedem soluções de preços diferentes.",
        "product": "Brilho, cor e variação do produto decidem a iluminação.",
        "rate": "A velocidade decide câmera, exposição e processamento.",
        "formats": "Cada formato é treinado e validado.",
        "performance": "0,5% ou 0,05% de falso rejeito são projetos diferentes.",
        "samples": "Sem amostras não se prova a viabilidade antes de comprar.",
        "cameras": "Cada câmera tem lente, luz, suporte e programa.",
        "platform": "A plataforma define licença, câmera e quem sabe fazer.",
        "rejection": "Um rejeito novo é mecânica, pneumática e sincronismo.",
        "plc": "A integração depende do CLP e da rede da linha.",
        "images": "Guardar imagens pede servidor, rede e política de retenção."
      },
      "deliverables": ["Estudo de viabilidade com amostras", "Programa e receitas", "Relatório de desempenho", "Treinamento"],
      "milestones": [{"title": "Viabilidade", "percent": 25}, {"title": "Montagem e programa", "percent": 40}, {"title": "Prova de desempenho", "percent": 35}]
    },
    {
      "slug": "dados-iiot",
      "name": "Dados e IIoT",
      "intro": "Coleta de dados de máquinas e processos, com painéis que a produção usa no turno.",
      "properties": {
        "assets": {"type": "integer", "title": "Máquinas ou ativos", "minimum": 0, "maximum": 20000, "x-weight": 8},
        "sources": {
          "type": "array",
          "title": "Fontes dos dados",
          "items": {"type": "string", "enum": ["plc", "scada", "machine", "sensors", "meters", "database", "manual"]},
          "uniqueItems": true,
          "maxItems": 7,
          "x-weight": 7
        },
        "variables": {"type": "integer", "title": "Variáveis", "minimum": 0, "maximum": 1000000, "x-weight": 5},
        "frequency": {"type": "string", "title": "Frequência de coleta", "maxLength": 200, "x-weight": 4},
        "networks": {
          "type": "array",
          "title": "Redes de comunicação",
          "items": {
            "type": "string",
            "enum": [
              "profinet",
              "profibus_dp",
              "profibus_pa",
              "ethernet_ip",
              "devicenet",
              "controlnet",
              "ethercat",
              "modbus_tcp",
              "modbus_rtu",
              "canopen",
              "as_interface",
              "io_link",
              "hart",
              "foundation_fieldbus",
              "opc_ua",
              "mqtt"
            ]
          },
          "uniqueItems": true,
          "maxItems": 16,
          "x-weight": 4
        },
        "outputs": {
          "type": "array",
          "title": "Resultados esperados",
          "items": {"type": "string", "enum": ["oee", "energy", "downtime", "quality", "traceability", "alarms", "reports", "erp"]},
          "uniqueItems": true,
          "maxItems": 8,
          "x-weight": 8
        },
        "hosting": {"type": "string", "title": "Hospedagem", "enum": ["on_premises", "cloud", "hybrid"], "x-weight": 7},
        "platform": {"type": "string", "title": "Plataforma", "maxLength": 200, "x-weight": 5},
        "users": {"type": "integer", "title": "Usuários dos painéis", "minimum": 0, "maximum": 20000, "x-weight": 2},
        "retention": {"type": "string", "title": "Guarda dos dados", "maxLength": 200, "x-weight": 2}
      },
      "sections": [
        {"title": "Fontes", "fields": ["assets", "sources", "variables", "frequency", "networks"]},
        {"title": "Solução", "fields": ["outputs", "hosting", "platform", "users", "retention"]}
      ],
      "words": {
        "assets": {"one": "{} máquina ou ativo", "other": "{} máquinas ou ativos"},
        "sources": {
          "lead": "Fontes dos dados",
          "options": {
            "plc": "CLPs",
            "scada": "supervisório",
            "machine": "interface da máquina",
            "sensors": "sensores a instalar",
            "meters": "medidores de energia",
            "database": "bancos de dados",
            "manual": "apontamento manual"
          }
        },
        "variables": {"one": "{} variável", "other": "{} variáveis"},
        "frequency": "Frequência de coleta: {}.",
        "networks": {
          "lead": "Redes de comunicação",
          "options": {
            "profinet": "PROFINET",
            "profibus_dp": "PROFIBUS DP",
            "profibus_pa": "PROFIBUS PA",
            "ethernet_ip": "EtherNet/IP",
            "devicenet": "DeviceNet",
            "controlnet": "ControlNet",
            "ethercat": "EtherCAT",
            "modbus_tcp": "Modbus TCP",
            "modbus_rtu": "Modbus RTU",
            "canopen": "CANopen",
            "as_interface": "AS-Interface",
            "io_link": "IO-Link",
            "hart": "HART",
            "foundation_fieldbus": "FOUNDATION Fieldbus",
            "opc_ua": "OPC UA",
            "mqtt": "MQTT"
          }
        },
        "outputs": {
          "lead": "Resultados esperados",
          "options": {
            "oee": "OEE",
            "energy": "energia",
            "downtime": "motivos de parada",
            "quality": "qualidade",
            "traceability": "rastreabilidade",
            "alarms": "alarmes por mensagem",
            "reports": "relatórios",
            "erp": "integração com o ERP"
          }
        },
        "hosting": {
          "options": {"on_premises": "Os dados ficam em servidor na planta.", "cloud": "Os dados ficam na nuvem.", "hybrid": "Coleta na planta e painéis na nuvem."}
        },
        "platform": "Plataforma: {}.",
        "users": {"one": "{} usuário dos painéis", "other": "{} usuários dos painéis"},
        "retention": "Guarda dos dados: {}."
      },
      "why": {
        "assets": "Cada máquina é uma conexão, e as antigas precisam de sensor.",
        "sources": "Ler de um CLP aberto ou instrumentar uma máquina muda tudo.",
        "variables": "Variáveis e frequência definem armazenamento e licença.",
        "frequency": "De um minuto para cem milissegundos muda a arquitetura.",
        "networks": "Cada rede exige interface, configuração e ensaio próprios.",
        "outputs": "OEE, energia e alarmes têm regras que a produção precisa acordar.",
        "hosting": "Nuvem ou servidor na planta muda custo mensal e segurança.",
        "platform": "Uma plataforma já licenciada encurta o projeto.",
        "users": "Licenças e treinamento contam por usuário.",
        "retention": "Anos de dados em segundos pedem um banco próprio."
      },
      "deliverables": ["Coletor configurado", "Modelo de dados", "Painéis por turno", "Documentação e treinamento"],
      "milestones": [
        {"title": "Arquitetura e piloto", "percent": 30},
        {"title": "Coleta de todos os ativos", "percent": 40},
        {"title": "Painéis e treinamento", "percent": 30}
      ]
    },
    {
      "slug": "comissionamento",
      "name": "Comissionamento",
      "intro": "Testes em campo, partida e operação assistida de uma instalação montada.",
      "properties": {
        "system": {"type": "string", "title": "Sistema de controle", "maxLength": 200, "x-weight": 8},
        "scope_kind": {
          "type": "array",
          "title": "O que comissionar",
          "items": {"type": "string", "enum": ["electrical", "instruments", "control", "networks", "drives", "safety", "process"]},
          "uniqueItems": true,
          "maxItems": 7,
          "x-weight": 8
        },
        "io": {
          "type": "object",
          "title": "Entradas e saídas",
          "properties": {
            "ED": {"type": "integer", "title": "ED", "minimum": 0, "maximum": 100000},
            "SD": {"type": "integer", "title": "SD", "minimum": 0, "maximum": 100000},
            "EA": {"type": "integer", "title": "EA", "minimum": 0, "maximum": 100000},
            "SA": {"type": "integer", "title": "SA", "minimum": 0, "maximum": 100000},
            "fast": {"type": "integer", "title": "Rápidas", "minimum": 0, "maximum": 100000},
            "safety": {"type": "integer", "title": "Segurança", "minimum": 0, "maximum": 100000}
          },
          "x-weight": 7
        },
        "loops": {"type": "integer", "title": "Malhas", "minimum": 0, "maximum": 20000, "x-weight": 6},
        "interlocks": {"type": "integer", "title": "Intertravamentos", "minimum": 0, "maximum": 10000, "x-weight": 4},
        "readiness": {"type": "string", "title": "Estado da montagem", "enum": ["complete", "punch", "running"], "x-weight": 8},
        "people": {"type": "integer", "title": "Pessoas em campo", "minimum": 0, "maximum": 200, "x-weight": 5},
        "shifts": {"type": "string", "title": "Regime", "enum": ["day", "extended", "round_clock"], "x-weight": 5},
        "cause_effect": {"type": "boolean", "title": "Matriz de causa e efeito", "x-weight": 3},
        "tools": {"type": "string", "title": "Instrumentos e ferramentas", "maxLength": 200, "x-weight": 2}
      },
      "sections": [
        {"title": "Instalação", "fields": ["system", "scope_kind", "io", "loops", "interlocks", "readiness"]},
        {"title": "Equipe e rotina", "fields": ["people", "shifts", "cause_effect", "tools"]}
      ],
      "words": {
        "system": "Sistema de controle: {}.",
        "scope_kind": {
          "lead": "Sistemas a comissionar",
          "options": {
            "electrical": "elétrica",
            "instruments": "instrumentação",
            "control": "controle",
            "networks": "redes",
            "drives": "acionamentos",
            "safety": "sistemas de segurança",
            "process": "processo com produto"
          }
        },
        "io": {
          "lead": "",
          "order": ["ED", "SD", "EA", "SA", "fast", "safety"],
          "units": {
            "ED": {"one": "entrada digital", "other": "entradas digitais"},
            "SD": {"one": "saída digital", "other": "saídas digitais"},
            "EA": {"one": "entrada analógica", "other": "entradas analógicas"},
            "SA": {"one": "saída analógica", "other": "saídas analógicas"},
            "fast": {"one": "entrada rápida", "other": "entradas rápidas"},
            "safety": {"one": "ponto de segurança", "other": "pontos de segurança"}
          }
        },
        "loops": {"one": "{} malha", "other": "{} malhas"},
        "interlocks": {"one": "{} intertravamento", "other": "{} intertravamentos"},
        "readiness": {
          "options": {
            "complete": "A montagem está concluída e liberada.",
            "punch": "A montagem está concluída, com pendências.",
            "running": "A montagem ainda está em andamento."
          }
        },
        "people": {"one": "{} pessoa em campo", "other": "{} pessoas em campo"},
        "shifts": {"options": {"day": "Regime de horário comercial.", "extended": "Regime de turno estendido.", "round_clock": "Regime de 24 horas, em turnos."}},
        "cause_effect": {"yes": "A matriz de causa e efeito existe.", "no": "A matriz de causa e efeito faz parte do serviço."},
        "tools": "Instrumentos e ferramentas: {}."
      },
      "why": {
        "system": "Quem comissiona precisa conhecer o CLP ou SDCD da planta.",
        "scope_kind": "Elétrica, instrumentação e redes pedem gente diferente.",
        "io": "A quantidade de pontos de I/O define módulos, bornes, testes ponto a ponto e horas de programação.",
        "loops": "Malhas por dia é a conta que define a equipe.",
        "interlocks": "Cada intertravamento é forçado e testemunhado.",
        "readiness": "Montagem inacabada é a maior causa de diárias perdidas.",
        "people": "A equipe pedida define diárias e o prazo possível.",
        "shifts": "Turno noturno e fim de semana mudam o valor da hora.",
        "cause_effect": "Sem a matriz, ninguém sabe o que testar.",
        "tools": "Calibradores e analisadores na planta poupam aluguel."
      },
      "deliverables": ["Registros de teste ponto a ponto", "Matriz de intertravamentos testada", "Lista de pendências", "Relatório de partida"],
      "milestones": [
        {"title": "Testes a frio", "percent": 40},
        {"title": "Testes a quente e partida", "percent": 40},
        {"title": "Operação assistida e relatório", "percent": 20}
      ]
    }
  ]
}
$models$::jsonb AS data) AS file, jsonb_array_elements(data -> 'models') WITH ORDINALITY AS list (model, place);
-- +goose StatementEnd
ALTER TABLE public.project_models FORCE ROW LEVEL SECURITY;
