-- Beside the 22 skills, which stay five to a profile, professionals name the platforms, products and
-- protocols that they master, and projects those that they ask for. The catalogue is controlled, so
-- that one product is one row however people spell it, and each has a vendor and a family, by which a
-- filter chooses all of them. Rows hold what is said of each: level, years, minimum level. Profiles
-- and projects repeat the slugs in a column, as they hold their skills, because directories filter
-- and order from one index, search documents take in their words, and an edit of a project that was
-- answered is one revision. Later migrations add to the catalogue.

-- +goose Up
ALTER TABLE private.limits NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.limits (name, value, meaning) VALUES
  ('profile_technologies_max', 30, 'How many technologies a profile may name.'),
  ('project_technologies_max', 20, 'How many technologies a project may ask for.');
ALTER TABLE private.limits FORCE ROW LEVEL SECURITY;

-- The words of a text in small letters without accents, parted by one space. unaccent is not
-- immutable, and a generated column needs a function that is.
CREATE FUNCTION private.plain_words(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN btrim(regexp_replace(translate(lower(normalize(content, NFC)), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'), '[^a-z0-9]+', ' ', 'g'));
GRANT EXECUTE ON FUNCTION private.plain_words(text) TO anon, authenticated, service_role;

-- A name as a key: S7-1500, s7 1500 and S71500 are s71500.
CREATE FUNCTION private.spelling(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN replace(private.plain_words(name), ' ', '');
GRANT EXECUTE ON FUNCTION private.spelling(text) TO anon, authenticated, service_role;

CREATE FUNCTION private.spellings(names text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = ''
RETURN (SELECT array_agg(DISTINCT private.spelling(name)) FROM unnest(names) AS name);
GRANT EXECUTE ON FUNCTION private.spellings(text[]) TO service_role;

CREATE TABLE public.technologies (
  slug      text   NOT NULL,
  name      text   NOT NULL,
  vendor    text   NOT NULL,
  family    text   NOT NULL,
  kind      text   NOT NULL,
  aliases   text[] NOT NULL DEFAULT '{}',
  spellings text[] NOT NULL GENERATED ALWAYS AS (private.spellings(ARRAY[slug, name] || aliases)) STORED,
  CONSTRAINT technologies_pkey         PRIMARY KEY (slug),
  CONSTRAINT technologies_name_key     UNIQUE (name),
  CONSTRAINT technologies_slug_form    CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  CONSTRAINT technologies_texts_filled CHECK (btrim(name) <> '' AND btrim(vendor) <> '' AND btrim(family) <> ''),
  CONSTRAINT technologies_kind_known   CHECK (kind IN ('CLP', 'IHM', 'Supervisório', 'SDCD', 'Robô', 'Inversor de frequência', 'Servo', 'Soft-starter', 'CNC', 'Visão de máquina',
    'Segurança de máquinas', 'Rede industrial', 'Instrumentação', 'Pneumática e hidráulica', 'Software de engenharia', 'Dados e IIoT', 'Norma técnica', 'Linguagem de programação'))
);
COMMENT ON TABLE  public.technologies IS 'The catalogue of technologies: platforms, products and protocols
Changes with a release, not with use.';
COMMENT ON COLUMN public.technologies.slug IS 'Its key in addresses';
COMMENT ON COLUMN public.technologies.name IS 'What it is called';
COMMENT ON COLUMN public.technologies.vendor IS 'Who makes it, or which organisation a standard is of';
COMMENT ON COLUMN public.technologies.family IS 'The family of products it belongs to';
COMMENT ON COLUMN public.technologies.kind IS 'What it is, as a heading of lists';
COMMENT ON COLUMN public.technologies.aliases IS 'What else people call it';
COMMENT ON COLUMN public.technologies.spellings IS 'Slug, name and aliases in small letters and digits alone, by which every spelling is found';

-- No spelling belongs to two of them. A word of everyday Portuguese is nobody's alias: logo, sistema.
INSERT INTO public.technologies (slug, name, vendor, family, kind, aliases) VALUES
  -- Siemens
  ('s7-1500',              'S7-1500',                 'Siemens', 'S7',         'CLP',                    '{SIMATIC S7-1500,CPU 1511,CPU 1513,CPU 1515,CPU 1516,CPU 1517,CPU 1518}'),
  ('s7-1200',              'S7-1200',                 'Siemens', 'S7',         'CLP',                    '{SIMATIC S7-1200,CPU 1211C,CPU 1212C,CPU 1214C,CPU 1215C,CPU 1217C}'),
  ('s7-300',               'S7-300',                  'Siemens', 'S7',         'CLP',                    '{SIMATIC S7-300,CPU 314,CPU 315,CPU 317,CPU 319,ET 200M}'),
  ('s7-400',               'S7-400',                  'Siemens', 'S7',         'CLP',                    '{SIMATIC S7-400,S7-400H,CPU 414,CPU 416,CPU 417}'),
  ('s7-200',               'S7-200',                  'Siemens', 'S7',         'CLP',                    '{SIMATIC S7-200,S7-200 SMART,Step 7 Micro/WIN}'),
  ('s7-1500f',             'S7-1500F',                'Siemens', 'S7',         'Segurança de máquinas',  '{S7-1200F,S7-1500 Failsafe,SIMATIC Safety,Safety Advanced,F-CPU}'),
  ('et-200sp',             'ET 200SP',                'Siemens', 'ET 200',     'CLP',                    '{SIMATIC ET 200SP,ET 200SP CPU}'),
  ('simatic-s5',           'SIMATIC S5',              'Siemens', 'S5',         'CLP',                    '{S5,STEP 5,S5-95U,S5-115U,S5-135U}'),
  ('siemens-logo',         'Siemens LOGO!',           'Siemens', 'LOGO!',      'CLP',                    '{LOGO 8,LOGO Soft,LOGO Soft Comfort}'),
  ('tia-portal',           'TIA Portal',              'Siemens', 'TIA Portal', 'Software de engenharia', '{Totally Integrated Automation,TIA Portal V15,TIA Portal V16,TIA Portal V17,TIA Portal V18,TIA Portal V19,TIA Portal V20}'),
  ('step-7',               'STEP 7',                  'Siemens', 'STEP 7',     'Software de engenharia', '{SIMATIC Manager,STEP 7 Classic,STEP 7 V5.5,STEP 7 V5.6,STEP 7 V5.7}'),
  ('wincc',                'WinCC V7',                'Siemens', 'WinCC',      'Supervisório',           '{WinCC,SIMATIC WinCC,WinCC V8}'),
  ('wincc-unified',        'WinCC Unified',           'Siemens', 'WinCC',      'Supervisório',           '{SIMATIC WinCC Unified,WinCC Unified Comfort Panel}'),
  ('wincc-oa',             'WinCC OA',                'Siemens', 'WinCC',      'Supervisório',           '{WinCC Open Architecture,PVSS}'),
  ('wincc-comfort',        'WinCC Comfort/Advanced',  'Siemens', 'WinCC',      'IHM',                    '{WinCC Flexible,WinCC Comfort,WinCC Advanced,Comfort Panel,Basic Panel,KTP700}'),
  ('pcs-7',                'PCS 7',                   'Siemens', 'PCS',        'SDCD',                   '{SIMATIC PCS 7}'),
  ('pcs-neo',              'PCS neo',                 'Siemens', 'PCS',        'SDCD',                   '{SIMATIC PCS neo}'),
  ('sinamics',             'SINAMICS',                'Siemens', 'SINAMICS',   'Inversor de frequência', '{SINAMICS G120,SINAMICS G130,SINAMICS G150,SINAMICS V20,MICROMASTER}'),
  ('sinamics-s120',        'SINAMICS S120',           'Siemens', 'SINAMICS',   'Servo',                  '{SINAMICS S210,SINAMICS V90}'),
  ('sinumerik',            'SINUMERIK',               'Siemens', 'SINUMERIK',  'CNC',                    '{SINUMERIK 840D,SINUMERIK 828D,SINUMERIK ONE}'),
  ('sirius-3rw',           'SIRIUS 3RW',              'Siemens', 'SIRIUS',     'Soft-starter',           '{3RW,3RW30,3RW40,3RW44,3RW50,3RW55}'),
  ('industrial-edge',      'Industrial Edge',         'Siemens', 'Industrial Edge', 'Dados e IIoT',      '{Siemens Industrial Edge}'),
  ('process-simulate',     'Process Simulate',        'Siemens', 'Tecnomatix', 'Robô',                   '{Tecnomatix,Tecnomatix Process Simulate}'),
  ('comos',                'COMOS',                   'Siemens', 'COMOS',      'Software de engenharia', '{Siemens COMOS}'),
  -- Rockwell
  ('controllogix',         'ControlLogix',            'Rockwell', 'Logix',     'CLP',                    '{Control Logix,ControlLogix 5570,ControlLogix 5580,1756-L7,1756-L8}'),
  ('compactlogix',         'CompactLogix',            'Rockwell', 'Logix',     'CLP',                    '{Compact Logix,CompactLogix 5370,CompactLogix 5380,1769-L33}'),
  ('guardlogix',           'GuardLogix',              'Rockwell', 'Logix',     'Segurança de máquinas',  '{Guard Logix,Compact GuardLogix,GuardLogix 5580}'),
  ('micrologix',           'MicroLogix',              'Rockwell', 'MicroLogix', 'CLP',                   '{MicroLogix 1100,MicroLogix 1200,MicroLogix 1400,MicroLogix 1500}'),
  ('micro800',             'Micro800',                'Rockwell', 'Micro800',  'CLP',                    '{Micro 820,Micro 830,Micro 850,Micro 870,Connected Components Workbench}'),
  ('slc-500',              'SLC 500',                 'Rockwell', 'SLC',       'CLP',                    '{SLC 5/03,SLC 5/04,SLC 5/05}'),
  ('plc-5',                'PLC-5',                   'Rockwell', 'PLC-5',     'CLP',                    '{CLP 5,PLC-5/40}'),
  ('studio-5000',          'Studio 5000',             'Rockwell', 'Studio 5000', 'Software de engenharia', '{RSLogix 5000,Studio 5000 Logix Designer,Logix Designer}'),
  ('rslogix-500',          'RSLogix 500',             'Rockwell', 'RSLogix',   'Software de engenharia', '{RSLogix 5,RSLinx}'),
  ('factorytalk-view-se',  'FactoryTalk View SE',     'Rockwell', 'FactoryTalk', 'Supervisório',         '{FactoryTalk View,FTView SE,FTView,FactoryTalk View Site Edition,RSView32}'),
  ('factorytalk-view-me',  'FactoryTalk View ME',     'Rockwell', 'FactoryTalk', 'IHM',                  '{PanelView,PanelView Plus,FTView ME,FactoryTalk View Machine Edition}'),
  ('factorytalk-optix',    'FactoryTalk Optix',       'Rockwell', 'FactoryTalk', 'Supervisório',         '{FT Optix}'),
  ('factorytalk-historian', 'FactoryTalk Historian',  'Rockwell', 'FactoryTalk', 'Dados e IIoT',         '{FT Historian}'),
  ('plantpax',             'PlantPAx',                'Rockwell', 'PlantPAx',  'SDCD',                   '{Plant PAx}'),
  ('powerflex',            'PowerFlex',               'Rockwell', 'PowerFlex', 'Inversor de frequência', '{Power Flex,PowerFlex 40,PowerFlex 525,PowerFlex 70,PowerFlex 753,PowerFlex 755}'),
  ('kinetix',              'Kinetix',                 'Rockwell', 'Kinetix',   'Servo',                  '{Kinetix 300,Kinetix 5500,Kinetix 5700,Kinetix 6000}'),
  ('smc-softstarter',      'SMC (soft-starter)',      'Rockwell', 'SMC',       'Soft-starter',           '{SMC-3,SMC-50,SMC Flex}'),
  -- Schneider
  ('modicon-m221',         'Modicon M221',            'Schneider', 'Modicon',  'CLP',                    '{M221,TM221,EcoStruxure Machine Expert Basic,SoMachine Basic}'),
  ('modicon-m241',         'Modicon M241',            'Schneider', 'Modicon',  'CLP',                    '{M241,M251,M262,TM241}'),
  ('modicon-m340',         'Modicon M340',            'Schneider', 'Modicon',  'CLP',                    '{M340}'),
  ('modicon-m580',         'Modicon M580',            'Schneider', 'Modicon',  'CLP',                    '{M580}'),
  ('modicon-quantum',      'Modicon Quantum',         'Schneider', 'Modicon',  'CLP',                    '{Quantum 140,Modicon Premium,TSX Premium}'),
  ('control-expert',       'EcoStruxure Control Expert', 'Schneider', 'EcoStruxure', 'Software de engenharia', '{Control Expert,Unity,Unity Pro}'),
  ('machine-expert',       'EcoStruxure Machine Expert', 'Schneider', 'EcoStruxure', 'Software de engenharia', '{Machine Expert,SoMachine}'),
  ('magelis',              'Magelis',                 'Schneider', 'Harmony',  'IHM',                    '{Harmony GTO,Vijeo Designer,Operator Terminal Expert}'),
  ('altivar',              'Altivar',                 'Schneider', 'Altivar',  'Inversor de frequência', '{ATV12,ATV312,ATV320,ATV630,ATV71,ATV930}'),
  ('altistart',            'Altistart',               'Schneider', 'Altistart', 'Soft-starter',          '{ATS22,ATS48,ATS480}'),
  ('lexium',               'Lexium',                  'Schneider', 'Lexium',   'Servo',                  '{Lexium 32,Lexium 28}'),
  ('foxboro',              'Foxboro (EcoStruxure DCS)', 'Schneider', 'Foxboro', 'SDCD',                 '{Foxboro,Foxboro I/A,Foxboro Evo}'),
  ('triconex',             'Triconex',                'Schneider', 'Triconex', 'Segurança de máquinas',  '{Tricon,Trident}'),
  -- AVEVA
  ('aveva-intouch',        'AVEVA InTouch',           'AVEVA', 'InTouch',      'Supervisório',           '{InTouch,Wonderware,Wonderware InTouch,InTouch HMI}'),
  ('aveva-system-platform', 'AVEVA System Platform',  'AVEVA', 'System Platform', 'Supervisório',        '{System Platform,Archestra,Wonderware System Platform}'),
  ('aveva-plant-scada',    'AVEVA Plant SCADA',       'AVEVA', 'Plant SCADA',  'Supervisório',           '{Plant SCADA,Citect,Citect SCADA,Vijeo Citect}'),
  ('aveva-edge',           'AVEVA Edge',              'AVEVA', 'AVEVA Edge',   'Supervisório',           '{InduSoft,InduSoft Web Studio,InTouch Machine Edition}'),
  ('aveva-historian',      'AVEVA Historian',         'AVEVA', 'Historian',    'Dados e IIoT',           '{Wonderware Historian,Wonderware InSQL}'),
  ('pi-system',            'AVEVA PI System',         'AVEVA', 'PI System',    'Dados e IIoT',           '{PI System,OSIsoft PI,OSIsoft,PI Server,PI Vision,PI AF}'),
  ('aveva-electrical',     'AVEVA Electrical',        'AVEVA', 'AVEVA E3D',    'Software de engenharia', '{AVEVA E&I,AVEVA Instrumentation}'),
  -- ABB
  ('ac500',                'ABB AC500',               'ABB', 'AC500',          'CLP',                    '{AC500,AC500-eCo,ABB Automation Builder}'),
  ('abb-800xa',            'ABB 800xA',               'ABB', '800xA',          'SDCD',                   '{800xA,System 800xA,AC 800M}'),
  ('abb-freelance',        'ABB Freelance',           'ABB', 'Freelance',      'SDCD',                   '{Freelance AC 700F,AC 900F}'),
  ('abb-robot',            'ABB (robôs)',             'ABB', 'IRB',            'Robô',                   '{ABB RAPID,Robô ABB,ABB IRB,IRB 6700,IRB 4600,IRC5,OmniCore}'),
  ('robotstudio',          'RobotStudio',             'ABB', 'IRB',            'Robô',                   '{ABB RobotStudio,Robot Studio}'),
  ('abb-acs',              'ABB ACS',                 'ABB', 'ACS',            'Inversor de frequência', '{ACS355,ACS380,ACS550,ACS580,ACS880}'),
  ('abb-pst',              'ABB PSTX',                'ABB', 'PST',            'Soft-starter',           '{PSTX}'),
  ('zenon',                'zenon',                   'ABB', 'zenon',          'Supervisório',           '{COPA-DATA zenon,COPA-DATA}'),
  -- WEG
  ('weg-plc300',           'WEG PLC300',              'WEG', 'PLC WEG',        'CLP',                    '{PLC300}'),
  ('weg-plc500',           'WEG PLC500',              'WEG', 'PLC WEG',        'CLP',                    '{PLC500,PLC410}'),
  ('weg-tpw04',            'WEG TPW04',               'WEG', 'PLC WEG',        'CLP',                    '{TPW03,TPW04,WEG Clic,Clic02}'),
  ('weg-cfw',              'WEG CFW',                 'WEG', 'CFW',            'Inversor de frequência', '{CFW,Inversor WEG,Inversores WEG,CFW08,CFW09,CFW11,CFW100,CFW300,CFW500,CFW700,CFW900}'),
  ('weg-ssw',              'WEG SSW',                 'WEG', 'SSW',            'Soft-starter',           '{SSW,SSW05,SSW06,SSW07,SSW900}'),
  ('weg-sca',              'WEG SCA',                 'WEG', 'SCA',            'Servo',                  '{SCA06,SCA05}'),
  -- Altus, Elipse and others from Brazil
  ('altus-nexto',          'Altus Nexto',             'Altus', 'Nexto',        'CLP',                    '{Nexto,Nexto Xpress,MasterTool,MasterTool IEC XE}'),
  ('altus-duo',            'Altus DUO',               'Altus', 'DUO',          'CLP',                    '{Altus Ponto,Altus Série Grano}'),
  ('elipse-e3',            'Elipse E3',               'Elipse', 'E3',          'Supervisório',           '{E3,Elipse}'),
  ('elipse-power',         'Elipse Power',            'Elipse', 'E3',          'Supervisório',           '{Elipse Power ADMS}'),
  ('elipse-scada',         'Elipse SCADA',            'Elipse', 'Elipse SCADA', 'Supervisório',          '{}'),
  ('elipse-epm',           'Elipse EPM',              'Elipse', 'EPM',         'Dados e IIoT',           '{EPM,Elipse Plant Manager}'),
  ('elipse-mobile',        'Elipse Mobile',           'Elipse', 'E3',          'Supervisório',           '{}'),
  ('scadabr',              'ScadaBR',                 'ScadaBR', 'ScadaBR',    'Supervisório',           '{Scada-LTS}'),
  ('smar',                 'Smar',                    'Smar', 'SYSTEM302',     'Instrumentação',         '{SYSTEM302,DFI302,LD301,LD302}'),
  ('presys',               'Presys',                  'Presys', 'PCON',        'Instrumentação',         '{Presys PCON,PCON-Y17,Isoplan}'),
  ('novus',                'NOVUS',                   'NOVUS', 'FieldLogger',  'Instrumentação',         '{FieldLogger,NOVUS N1200,NOVUS DigiRail}'),
  -- Beckhoff, CODESYS and others on their base
  ('twincat-3',            'TwinCAT 3',               'Beckhoff', 'TwinCAT',   'CLP',                    '{TwinCAT,Beckhoff TwinCAT}'),
  ('twincat-2',            'TwinCAT 2',               'Beckhoff', 'TwinCAT',   'CLP',                    '{}'),
  ('beckhoff-cx',          'Beckhoff CX',             'Beckhoff', 'CX',        'CLP',                    '{CX5130,CX5140,CX9020,CX7000,C6015,Beckhoff IPC}'),
  ('codesys',              'CODESYS',                 'CODESYS', 'CODESYS',    'CLP',                    '{CODESYS V3,CODESYS 2.3,CODESYS 3.5,CoDeSys Control}'),
  ('wago-pfc',             'WAGO PFC',                'WAGO', 'PFC',           'CLP',                    '{WAGO,PFC100,PFC200,WAGO 750}'),
  ('plcnext',              'PLCnext',                 'Phoenix Contact', 'PLCnext', 'CLP',              '{Phoenix Contact PLCnext,AXC F 2152,PC Worx}'),
  ('ctrlx',                'ctrlX AUTOMATION',        'Bosch Rexroth', 'ctrlX', 'CLP',                  '{ctrlX,ctrlX CORE,IndraLogic,IndraMotion}'),
  ('indradrive',           'IndraDrive',              'Bosch Rexroth', 'IndraDrive', 'Servo',           '{Rexroth IndraDrive,ctrlX DRIVE}'),
  -- Japan, Taiwan, Korea and China
  ('omron-nx-nj',          'Omron NX/NJ',             'Omron', 'Sysmac',       'CLP',                    '{Omron NX,Omron NJ,NJ501,NX1P2,NX102,Sysmac}'),
  ('omron-cj',             'Omron CJ/CP',             'Omron', 'CJ',           'CLP',                    '{Omron CJ,Omron CP,CJ1M,CJ2M,CP1L,CP1H,CX-Programmer,CX-One}'),
  ('sysmac-studio',        'Sysmac Studio',           'Omron', 'Sysmac',       'Software de engenharia', '{}'),
  ('omron-fh',             'Omron FH',                'Omron', 'FH',           'Visão de máquina',       '{Omron FHV7}'),
  ('omron-tm',             'Omron TM',                'Omron', 'TM',           'Robô',                   '{Techman,Omron Adept,Robô Omron}'),
  ('mitsubishi-fx',        'Mitsubishi FX',           'Mitsubishi', 'MELSEC', 'CLP',                    '{FX3U,FX5U,FX2N,MELSEC FX,MELSEC iQ-F,iQ-F}'),
  ('mitsubishi-q',         'Mitsubishi Q',            'Mitsubishi', 'MELSEC', 'CLP',                    '{MELSEC Q,Q03UDE,MELSEC System Q}'),
  ('mitsubishi-iq-r',      'Mitsubishi iQ-R',         'Mitsubishi', 'MELSEC', 'CLP',                    '{iQ-R,MELSEC iQ-R}'),
  ('gx-works',             'GX Works',                'Mitsubishi', 'GX Works', 'Software de engenharia', '{GX Works 2,GX Works 3,GX Developer}'),
  ('mitsubishi-melservo',  'MELSERVO',                'Mitsubishi', 'MELSERVO', 'Servo',                '{MR-J4,MR-J5,Mitsubishi MR-J4}'),
  ('mitsubishi-fr',        'Mitsubishi FR',           'Mitsubishi', 'FR',     'Inversor de frequência', '{FR-A800,FR-D700,FR-E800}'),
  ('melfa',                'MELFA',                   'Mitsubishi', 'MELFA',  'Robô',                   '{Mitsubishi MELFA,Robô Mitsubishi}'),
  ('delta-dvp',            'Delta DVP',               'Delta', 'DVP',          'CLP',                    '{DVP,DVP-SV2,WPLSoft,ISPSoft}'),
  ('delta-as',             'Delta AS',                'Delta', 'AS',           'CLP',                    '{Delta AS300,AS228T}'),
  ('delta-dop',            'Delta DOP',               'Delta', 'DOP',          'IHM',                    '{DOPSoft,DIAScreen,Delta DOP-100}'),
  ('delta-vfd',            'Delta VFD',               'Delta', 'VFD',          'Inversor de frequência', '{Delta VFD-E,Delta C2000,Delta MS300}'),
  ('delta-asda',           'Delta ASDA',              'Delta', 'ASDA',         'Servo',                  '{ASDA-A2,ASDA-B2,ASDA-B3}'),
  ('keyence-kv',           'Keyence KV',              'Keyence', 'KV',         'CLP',                    '{KV-8000,KV-7500,KV Studio}'),
  ('keyence-vision',       'Keyence CV-X/XG-X',       'Keyence', 'CV-X',       'Visão de máquina',       '{CV-X,XG-X,Keyence VS,Keyence IV3,Keyence IV2}'),
  ('panasonic-fp',         'Panasonic FP',            'Panasonic', 'FP',       'CLP',                    '{FP0R,FP-X,FP7,FPWIN}'),
  ('fatek',                'Fatek FBs',               'Fatek', 'FBs',          'CLP',                    '{Fatek,WinProladder}'),
  ('haiwell',              'Haiwell',                 'Haiwell', 'Haiwell',    'CLP',                    '{HaiwellHappy,Haiwell SCADA}'),
  ('xinje',                'Xinje',                   'Xinje', 'XD',           'CLP',                    '{Xinje XC,Xinje XD}'),
  ('ls-xgb',               'LS Electric XGB',         'LS Electric', 'XGT',    'CLP',                    '{XGB,XGK,XG5000,LSIS}'),
  ('weintek',              'Weintek',                 'Weintek', 'cMT',        'IHM',                    '{EasyBuilder,EasyBuilder Pro,cMT,IHM Weintek}'),
  ('pro-face',             'Pro-face',                'Pro-face', 'GP4000',    'IHM',                    '{GP-Pro EX,GP4000,Proface}'),
  -- B&R, GE/Emerson, Honeywell, Yokogawa
  ('b-r-x20',              'B&R X20',                 'B&R', 'X20',            'CLP',                    '{X20,BR Automation,B&R X90,B&R Automation}'),
  ('automation-studio',    'Automation Studio',       'B&R', 'Automation Studio', 'Software de engenharia', '{B&R Automation Studio}'),
  ('pacsystems',           'PACSystems',              'Emerson', 'PACSystems', 'CLP',                    '{RX3i,RX7i,GE Fanuc 90-30,Series 90-30,GE RX3i,VersaMax,PAC Machine Edition,Proficy Machine Edition}'),
  ('deltav',               'DeltaV',                  'Emerson', 'DeltaV',     'SDCD',                   '{Delta V,Emerson DeltaV}'),
  ('ovation',              'Ovation',                 'Emerson', 'Ovation',    'SDCD',                   '{Emerson Ovation}'),
  ('deltav-sis',           'DeltaV SIS',              'Emerson', 'DeltaV',     'Segurança de máquinas',  '{CHARMs SIS}'),
  ('ams-device-manager',   'AMS Device Manager',      'Emerson', 'AMS',        'Instrumentação',         '{AMS Suite,Trex,Emerson AMS}'),
  ('rosemount',            'Rosemount',               'Emerson', 'Rosemount',  'Instrumentação',         '{Rosemount 3051,Rosemount 644}'),
  ('fisher',               'Fisher',                  'Emerson', 'Fisher',     'Instrumentação',         '{DVC6200,FIELDVUE,Fisher DVC6200}'),
  ('ifix',                 'iFIX',                    'GE Vernova', 'Proficy', 'Supervisório',           '{Proficy iFIX,FIX32,GE iFIX,Cimplicity}'),
  ('proficy-historian',    'Proficy Historian',       'GE Vernova', 'Proficy', 'Dados e IIoT',           '{GE Historian}'),
  ('experion',             'Experion PKS',            'Honeywell', 'Experion', 'SDCD',                   '{Experion,Honeywell Experion,C300,TDC 3000}'),
  ('controledge',          'ControlEdge',             'Honeywell', 'ControlEdge', 'CLP',                 '{HC900,ControlEdge HC900}'),
  ('safety-manager',       'Safety Manager',          'Honeywell', 'Safety Manager', 'Segurança de máquinas', '{Honeywell Safety Manager,FSC}'),
  ('centum-vp',            'CENTUM VP',               'Yokogawa', 'CENTUM',    'SDCD',                   '{CENTUM,Yokogawa CENTUM,CENTUM CS 3000,CS 3000}'),
  ('prosafe-rs',           'ProSafe-RS',              'Yokogawa', 'ProSafe',   'Segurança de máquinas',  '{ProSafe}'),
  ('yokogawa-eja',         'Yokogawa EJA/EJX',        'Yokogawa', 'DPharp',    'Instrumentação',         '{EJA110,EJX110,DPharp}'),
  -- SCADA of other vendors
  ('ignition',             'Ignition',                'Inductive Automation', 'Ignition', 'Supervisório', '{Ignition SCADA,Ignition Perspective,Ignition Edge,Inductive Automation Ignition}'),
  ('movicon',              'Movicon',                 'Emerson', 'Movicon',    'Supervisório',           '{Movicon.NExT,Progea}'),
  ('genesis64',            'GENESIS64',               'ICONICS', 'GENESIS',    'Supervisório',           '{ICONICS,GENESIS32}'),
  -- Robots
  ('fanuc',                'FANUC (robôs)',           'FANUC', 'FANUC',        'Robô',                   '{FANUC,Robô FANUC,FANUC TP,KAREL,R-30iA,R-30iB,FANUC M-410,FANUC M-20,FANUC R-2000,FANUC CRX}'),
  ('roboguide',            'ROBOGUIDE',               'FANUC', 'FANUC',        'Robô',                   '{FANUC ROBOGUIDE}'),
  ('fanuc-cnc',            'FANUC CNC',               'FANUC', 'FANUC CNC',    'CNC',                    '{FANUC 0i,FANUC 31i,FANUC 18i,Série 0i}'),
  ('kuka',                 'KUKA',                    'KUKA', 'KR',            'Robô',                   '{Robô KUKA,KRL,KRC4,KR C4,KR C5,KUKA WorkVisual}'),
  ('kuka-sim',             'KUKA.Sim',                'KUKA', 'KR',            'Robô',                   '{KUKA Sim Pro}'),
  ('yaskawa-motoman',      'Yaskawa Motoman',         'Yaskawa', 'Motoman',    'Robô',                   '{Motoman,INFORM III,DX200,YRC1000,MotoSim,Robô Yaskawa}'),
  ('yaskawa-drive',        'Yaskawa (inversores)',    'Yaskawa', 'GA',         'Inversor de frequência', '{Yaskawa A1000,Yaskawa V1000,Yaskawa GA700,GA500}'),
  ('yaskawa-sigma',        'Yaskawa Sigma',           'Yaskawa', 'Sigma',      'Servo',                  '{Sigma-7,Sigma-5,SERVOPACK}'),
  ('kawasaki-robot',       'Kawasaki (robôs)',        'Kawasaki', 'Kawasaki',  'Robô',                   '{Robô Kawasaki,Kawasaki AS,K-ROSET,Kawasaki Robotics}'),
  ('universal-robots',     'Universal Robots',        'Universal Robots', 'UR', 'Robô',                   '{UR3,UR5,UR10,UR16,UR20,UR5e,UR10e,PolyScope,URScript,URCap}'),
  ('staubli',              'Stäubli',                 'Stäubli', 'TX',         'Robô',                   '{VAL3,Robô Stäubli,TX2-60,Staubli Robotics}'),
  ('comau',                'Comau',                   'Comau', 'Comau',        'Robô',                   '{Robô Comau,PDL2}'),
  ('epson-robot',          'Epson (robôs)',           'Epson', 'RC+',          'Robô',                   '{Epson RC+,Epson SCARA,Robô Epson}'),
  ('doosan-robot',         'Doosan (robôs)',          'Doosan', 'Doosan',      'Robô',                   '{Doosan Robotics,Robô Doosan}'),
  ('mir',                  'MiR (robôs móveis)',      'MiR', 'MiR',            'Robô',                   '{Mobile Industrial Robots,MiR100,MiR250}'),
  -- Drives and motion of other vendors
  ('danfoss-vlt',          'Danfoss VLT',             'Danfoss', 'VLT',        'Inversor de frequência', '{VLT,Inversor Danfoss,Danfoss,FC302,FC-302,FC202,FC102,VLT AutomationDrive}'),
  ('danfoss-vacon',        'Danfoss VACON',           'Danfoss', 'VACON',      'Inversor de frequência', '{VACON,VACON NXP,VACON 100}'),
  ('sew-movidrive',        'SEW MOVIDRIVE',           'SEW', 'MOVI',           'Inversor de frequência', '{MOVIDRIVE,MOVITRAC,MOVIMOT,SEW Eurodrive,MOVI-C}'),
  ('lenze',                'Lenze',                   'Lenze', 'i500',         'Inversor de frequência', '{Lenze i500,Lenze 9400,Lenze i700,Lenze 8400}'),
  ('parker-drive',         'Parker (acionamentos)',   'Parker', 'AC10',        'Inversor de frequência', '{Parker AC30,Parker 890,SSD Drives,Eurotherm 590}'),
  -- Machine vision
  ('cognex-in-sight',      'Cognex In-Sight',         'Cognex', 'In-Sight',    'Visão de máquina',       '{In-Sight,Cognex,InSight Explorer,In-Sight 7000,In-Sight D900}'),
  ('cognex-visionpro',     'Cognex VisionPro',        'Cognex', 'VisionPro',   'Visão de máquina',       '{VisionPro,ViDi,Cognex ViDi}'),
  ('cognex-dataman',       'Cognex DataMan',          'Cognex', 'DataMan',     'Visão de máquina',       '{DataMan}'),
  ('halcon',               'HALCON',                  'MVTec', 'HALCON',       'Visão de máquina',       '{MVTec HALCON,MERLIC,MVTec MERLIC}'),
  ('opencv',               'OpenCV',                  'OpenCV', 'OpenCV',      'Visão de máquina',       '{}'),
  ('basler',               'Basler',                  'Basler', 'ace',         'Visão de máquina',       '{Basler ace,Basler pylon,pylon}'),
  ('sick-vision',          'SICK (visão e leitura)',  'SICK', 'InspectorP',    'Visão de máquina',       '{SICK Inspector,InspectorP,SICK Lector,SICK Ranger}'),
  ('gige-vision',          'GigE Vision',             'A3', 'GigE Vision',     'Visão de máquina',       '{GenICam}'),
  -- Machine and process safety
  ('pilz-pnoz',            'Pilz PNOZ',               'Pilz', 'PNOZ',          'Segurança de máquinas',  '{PNOZ,PNOZmulti,PNOZmulti 2,Pilz}'),
  ('pilz-pss',             'Pilz PSS 4000',           'Pilz', 'PSS',           'Segurança de máquinas',  '{PSS 4000,Pilz PSS,PAS4000}'),
  ('sick-flexi-soft',      'SICK Flexi Soft',         'SICK', 'Flexi',         'Segurança de máquinas',  '{Flexi Soft,Flexi Compact,SICK Flexi}'),
  ('sick-microscan3',      'SICK microScan3',         'SICK', 'microScan',     'Segurança de máquinas',  '{microScan3,S3000,SICK S300,deTec4,SICK deTec}'),
  ('sistema-ifa',          'SISTEMA (IFA)',           'IFA', 'SISTEMA',        'Segurança de máquinas',  '{Software SISTEMA,SISTEMA ISO 13849}'),
  ('hima',                 'HIMA',                    'HIMA', 'HIMax',         'Segurança de máquinas',  '{HIMax,HIMatrix,HIQuad}'),
  -- Networks and protocols
  ('profinet',             'PROFINET',                'PI', 'PROFINET',        'Rede industrial',        '{PROFINET IO,PROFINET RT,PROFINET IRT,Profisafe}'),
  ('profibus-dp',          'PROFIBUS DP',             'PI', 'PROFIBUS',        'Rede industrial',        '{PROFIBUS,PROFIBUS-DP,PROFIBUS DPV1}'),
  ('profibus-pa',          'PROFIBUS PA',             'PI', 'PROFIBUS',        'Rede industrial',        '{}'),
  ('io-link',              'IO-Link',                 'PI', 'IO-Link',         'Rede industrial',        '{IOLink Master}'),
  ('ethernet-ip',          'EtherNet/IP',             'ODVA', 'CIP',           'Rede industrial',        '{CIP Safety,CIP Motion,Ethernet IP ODVA}'),
  ('devicenet',            'DeviceNet',               'ODVA', 'CIP',           'Rede industrial',        '{Device Net}'),
  ('controlnet',           'ControlNet',              'ODVA', 'CIP',           'Rede industrial',        '{Control Net}'),
  ('ethercat',             'EtherCAT',                'ETG', 'EtherCAT',       'Rede industrial',        '{FSoE,Ether CAT}'),
  ('modbus-tcp',           'Modbus TCP',              'Modbus Organization', 'Modbus', 'Rede industrial', '{Modbus TCP/IP,Modbus}'),
  ('modbus-rtu',           'Modbus RTU',              'Modbus Organization', 'Modbus', 'Rede industrial', '{RS-485 Modbus,Modbus Serial,Modbus RS-485}'),
  ('as-interface',         'AS-Interface',            'AS-International', 'AS-i', 'Rede industrial',     '{AS-i,ASi-5,Rede ASi}'),
  ('cc-link',              'CC-Link IE',              'CLPA', 'CC-Link',       'Rede industrial',        '{CC-Link,CC-Link IE Field,CC-Link IE TSN}'),
  ('canopen',              'CANopen',                 'CiA', 'CAN',            'Rede industrial',        '{CAN bus,SAE J1939}'),
  ('foundation-fieldbus',  'Foundation Fieldbus H1',  'FieldComm Group', 'Fieldbus', 'Rede industrial', '{Foundation Fieldbus,Fieldbus Foundation}'),
  ('hart',                 'HART',                    'FieldComm Group', 'HART', 'Instrumentação',       '{Protocolo HART,Comunicador HART,HART 7}'),
  ('wirelesshart',         'WirelessHART',            'FieldComm Group', 'HART', 'Instrumentação',       '{Wireless HART}'),
  ('powerlink',            'Ethernet POWERLINK',      'EPSG', 'POWERLINK',     'Rede industrial',        '{POWERLINK}'),
  ('sercos',               'Sercos III',              'Sercos International', 'Sercos', 'Rede industrial', '{Sercos}'),
  ('tsn',                  'TSN',                     'IEEE', 'TSN',           'Rede industrial',        '{Time-Sensitive Networking}'),
  ('iec-61850',            'IEC 61850',               'IEC', 'IEC 61850',      'Rede industrial',        '{GOOSE,DNP3,IEC 60870-5-104}'),
  ('profitrace',           'ProfiTrace',              'PROCENTEC', 'ProfiTrace', 'Rede industrial',     '{PROCENTEC,ProfiHub,ProfiCore}'),
  ('wireshark',            'Wireshark',               'Wireshark Foundation', 'Wireshark', 'Rede industrial', '{}'),
  ('scalance',             'SCALANCE',                'Siemens', 'SCALANCE',   'Rede industrial',        '{SCALANCE X,SCALANCE S,SINEMA RC}'),
  ('hirschmann',           'Hirschmann',              'Belden', 'Hirschmann',  'Rede industrial',        '{Hirschmann EAGLE,HiOS}'),
  ('moxa',                 'Moxa',                    'Moxa', 'EDS',           'Rede industrial',        '{Moxa EDS,NPort,MGate}'),
  ('fortigate',            'FortiGate',               'Fortinet', 'FortiGate', 'Rede industrial',        '{Fortinet,FortiGate Rugged}'),
  ('ewon',                 'Ewon',                    'HMS', 'Ewon',           'Rede industrial',        '{Ewon Cosy,Ewon Flexy,Talk2M,Anybus}'),
  -- Electrical and instrumentation engineering
  ('eplan-p8',             'EPLAN Electric P8',       'EPLAN', 'EPLAN',        'Software de engenharia', '{EPLAN,EPLAN P8,EPLAN Pro Panel,EPLAN Electric}'),
  ('autocad-electrical',   'AutoCAD Electrical',      'Autodesk', 'AutoCAD',   'Software de engenharia', '{AutoCAD Elétrico}'),
  ('autocad',              'AutoCAD',                 'Autodesk', 'AutoCAD',   'Software de engenharia', '{Auto CAD}'),
  ('see-electrical',       'SEE Electrical',          'IGE+XAO', 'SEE',        'Software de engenharia', '{SEE Electrical Expert}'),
  ('qelectrotech',         'QElectroTech',            'QElectroTech', 'QElectroTech', 'Software de engenharia', '{QET}'),
  ('zuken-e3',             'Zuken E3.series',         'Zuken', 'E3.series',    'Software de engenharia', '{Zuken E3,Zuken}'),
  ('smartplant-instrumentation', 'SmartPlant Instrumentation', 'Hexagon', 'SmartPlant', 'Software de engenharia', '{INtools,SPI SmartPlant,Smart Instrumentation}'),
  ('solidworks-electrical', 'SOLIDWORKS Electrical',  'Dassault', 'SOLIDWORKS', 'Software de engenharia', '{}'),
  ('fluidsim',             'FluidSIM',                'Festo', 'FluidSIM',     'Pneumática e hidráulica', '{Festo FluidSIM}'),
  ('festo',                'Festo',                   'Festo', 'Festo',        'Pneumática e hidráulica', '{Festo CPX,Festo VTSA,Festo MPA,Festo CMMT}'),
  ('smc-pneumatics',       'SMC Pneumatics',          'SMC', 'SMC Pneumatics', 'Pneumática e hidráulica', '{SMC EX260,SMC Pneumáticos}'),
  ('parker-hydraulics',    'Parker Hydraulics',       'Parker', 'Parker',      'Pneumática e hidráulica', '{Parker Hannifin,Parker Hidráulica}'),
  ('rexroth-hydraulics',   'Rexroth (hidráulica)',    'Bosch Rexroth', 'Hidráulica', 'Pneumática e hidráulica', '{Rexroth Hidráulica,Bosch Rexroth}'),
  ('norgren',              'IMI Norgren',             'IMI', 'Norgren',        'Pneumática e hidráulica', '{Norgren}'),
  -- Instrumentation
  ('endress-hauser',       'Endress+Hauser',          'Endress+Hauser', 'Endress+Hauser', 'Instrumentação', '{Promag,Promass,Liquiline,FieldCare}'),
  ('vega',                 'VEGA',                    'VEGA', 'VEGA',          'Instrumentação',         '{VEGAPULS,VEGABAR,VEGAFLEX,PACTware}'),
  ('samson',               'SAMSON',                  'SAMSON', 'SAMSON',      'Instrumentação',         '{SAMSON 3730,TROVIS}'),
  ('fluke-754',            'Fluke 754',               'Fluke', 'Fluke',        'Instrumentação',         '{Fluke,Fluke 729,Fluke 753,Fluke 726,DPCTrack}'),
  ('beamex',               'Beamex',                  'Beamex', 'MC6',         'Instrumentação',         '{Beamex MC6,CMX}'),
  ('matlab',               'MATLAB/Simulink',         'MathWorks', 'MATLAB',   'Software de engenharia', '{MATLAB,Simulink}'),
  ('aspen-dmc',            'Aspen DMC3',              'AspenTech', 'Aspen',    'SDCD',                   '{DMCplus,AspenTech,Aspen DMC}'),
  -- Data, IIoT and MES
  ('opc-ua',               'OPC UA',                  'OPC Foundation', 'OPC', 'Dados e IIoT',          '{OPC Unified Architecture}'),
  ('opc-da',               'OPC DA',                  'OPC Foundation', 'OPC', 'Dados e IIoT',          '{OPC Classic,OPC HDA,OPC DCOM}'),
  ('kepserverex',          'KEPServerEX',             'PTC', 'Kepware',        'Dados e IIoT',           '{Kepware,KEPServer}'),
  ('matrikon-opc',         'MatrikonOPC',             'Honeywell', 'Matrikon', 'Dados e IIoT',           '{Matrikon}'),
  ('mqtt',                 'MQTT',                    'OASIS', 'MQTT',         'Dados e IIoT',           '{Mosquitto,HiveMQ,EMQX,MQTT 5}'),
  ('sparkplug-b',          'Sparkplug B',             'Eclipse', 'MQTT',       'Dados e IIoT',           '{Sparkplug,MQTT Sparkplug B,Unified Namespace}'),
  ('node-red',             'Node-RED',                'OpenJS', 'Node-RED',    'Dados e IIoT',           '{}'),
  ('aws-iot-sitewise',     'AWS IoT SiteWise',        'AWS', 'AWS IoT',        'Dados e IIoT',           '{AWS IoT,SiteWise,AWS Greengrass}'),
  ('azure-iot',            'Azure IoT',               'Microsoft', 'Azure',    'Dados e IIoT',           '{Azure IoT Operations,Azure IoT Hub,Azure IoT Edge}'),
  ('thingsboard',          'ThingsBoard',             'ThingsBoard', 'ThingsBoard', 'Dados e IIoT',      '{}'),
  ('lorawan',              'LoRaWAN',                 'LoRa Alliance', 'LoRa', 'Dados e IIoT',          '{LoRa,NB-IoT}'),
  ('influxdb',             'InfluxDB',                'InfluxData', 'InfluxDB', 'Dados e IIoT',          '{Influx,Telegraf}'),
  ('timescaledb',          'TimescaleDB',             'Timescale', 'PostgreSQL', 'Dados e IIoT',         '{Timescale}'),
  ('grafana',              'Grafana',                 'Grafana Labs', 'Grafana', 'Dados e IIoT',         '{}'),
  ('power-bi',             'Power BI',                'Microsoft', 'Power BI', 'Dados e IIoT',           '{Microsoft Power BI,DAX}'),
  ('databricks',           'Databricks',              'Databricks', 'Databricks', 'Dados e IIoT',        '{Apache Spark}'),
  ('canary-historian',     'Canary Historian',        'Canary Labs', 'Canary', 'Dados e IIoT',           '{Canary Labs,Canary Axiom}'),
  ('sql-server',           'SQL Server',              'Microsoft', 'SQL',      'Dados e IIoT',           '{SQL,Microsoft SQL Server,T-SQL}'),
  ('postgresql',           'PostgreSQL',              'PostgreSQL', 'PostgreSQL', 'Dados e IIoT',        '{Postgres}'),
  ('sap-mii',              'SAP MII/DM',              'SAP', 'SAP',            'Dados e IIoT',           '{SAP MII,SAP ME,SAP Digital Manufacturing}'),
  ('totvs-ppi',            'TOTVS PPI-Multitask',     'TOTVS', 'PPI-Multitask', 'Dados e IIoT',         '{PC-Factory,PPI Multitask,TOTVS}'),
  ('opcenter',             'Opcenter',                'Siemens', 'Opcenter',   'Dados e IIoT',           '{SIMATIC IT,Opcenter Execution}'),
  ('euromap',              'Euromap 63/77',           'Euromap', 'Euromap',    'Dados e IIoT',           '{Euromap,Euromap 63,Euromap 77}'),
  -- Standards, which people name like products
  ('iso-13849',            'ISO 13849',               'ISO', 'ISO 13849',      'Norma técnica',          '{NBR ISO 13849,ABNT NBR ISO 13849,EN ISO 13849}'),
  ('iso-10218',            'ISO 10218',               'ISO', 'ISO 10218',      'Norma técnica',          '{NBR ISO 10218,ISO/TS 15066}'),
  ('iec-62061',            'IEC 62061',               'IEC', 'IEC 61508',      'Norma técnica',          '{NBR IEC 62061}'),
  ('iec-61511',            'IEC 61511',               'IEC', 'IEC 61508',      'Norma técnica',          '{NBR IEC 61511,IEC 61508}'),
  ('iec-62443',            'IEC 62443',               'IEC', 'IEC 62443',      'Norma técnica',          '{ISA/IEC 62443,ISA 62443,ISA-99}'),
  ('iec-61439',            'NBR IEC 61439',           'IEC', 'IEC 61439',      'Norma técnica',          '{IEC 61439,IEC 61439-1,IEC 61439-2,NBR IEC 61439-1}'),
  ('nbr-5410',             'NBR 5410',                'ABNT', 'NBR 5410',      'Norma técnica',          '{ABNT NBR 5410}'),
  ('nbr-14039',            'NBR 14039',               'ABNT', 'NBR 14039',     'Norma técnica',          '{ABNT NBR 14039}'),
  ('nr-12',                'NR-12',                   'MTE', 'NR-12',          'Norma técnica',          '{Norma Regulamentadora 12}'),
  ('isa-88',               'ISA-88',                  'ISA', 'ISA-88',         'Norma técnica',          '{S88,IEC 61512}'),
  ('isa-95',               'ISA-95',                  'ISA', 'ISA-95',         'Norma técnica',          '{S95,IEC 62264}'),
  ('isa-101',              'ISA-101',                 'ISA', 'ISA-101',        'Norma técnica',          '{ANSI/ISA-101}'),
  ('isa-18-2',             'ISA-18.2',                'ISA', 'ISA-18.2',       'Norma técnica',          '{IEC 62682}'),
  -- Languages
  ('ladder',               'Ladder (LD)',             'IEC', 'IEC 61131-3',    'Linguagem de programação', '{Ladder,Diagrama de Contatos,Diagrama Ladder}'),
  ('texto-estruturado',    'Texto Estruturado (ST)',  'IEC', 'IEC 61131-3',    'Linguagem de programação', '{Texto Estruturado,ST,SCL,Structured Text}'),
  ('blocos-de-funcao',     'Blocos de Função (FBD)',  'IEC', 'IEC 61131-3',    'Linguagem de programação', '{FBD,Blocos de Função,Diagrama de Blocos,Function Block Diagram}'),
  ('sfc-grafcet',          'SFC/Grafcet',             'IEC', 'IEC 61131-3',    'Linguagem de programação', '{SFC,Grafcet,GRAPH 7}'),
  ('lista-de-instrucoes',  'Lista de Instruções (IL)', 'IEC', 'IEC 61131-3',   'Linguagem de programação', '{Lista de Instruções,AWL,STL Siemens,Instruction List}'),
  ('packml',               'PackML',                  'OMAC', 'PackML',        'Linguagem de programação', '{ISA-TR88,OMAC PackML}'),
  ('python',               'Python',                  'PSF', 'Python',         'Linguagem de programação', '{pandas,scikit-learn}'),
  ('c-sharp',              'C# .NET',                 'Microsoft', '.NET',     'Linguagem de programação', '{C Sharp,dotnet}'),
  ('vba',                  'VBA/VBScript',            'Microsoft', 'VBA',      'Linguagem de programação', '{VBA,VBScript,Visual Basic}');
ALTER TABLE public.technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.technologies FORCE  ROW LEVEL SECURITY;
GRANT SELECT (slug, name, vendor, family, kind, aliases, spellings) ON public.technologies TO anon, authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.technologies TO service_role;
CREATE POLICY "everybody reads the catalogue of technologies" ON public.technologies FOR SELECT USING (true);
CREATE POLICY "the server keeps the catalogue of technologies" ON public.technologies TO service_role USING (true) WITH CHECK (true);
SELECT private.announce_writes('public.technologies');

ALTER TABLE public.profiles
  ADD COLUMN technologies text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN public.profiles.technologies IS 'Technologies, by slug, what one knows best first: those of profile_technologies';
GRANT SELECT (technologies) ON public.profiles TO anon, authenticated;

ALTER TABLE public.projects
  ADD COLUMN technologies      text[] NOT NULL DEFAULT '{}',
  ADD COLUMN technology_levels jsonb  NOT NULL DEFAULT '{}';
COMMENT ON COLUMN public.projects.technologies IS 'Technologies asked for, by slug';
COMMENT ON COLUMN public.projects.technology_levels IS 'The least level of a technology that is asked for, by slug, where one is';
GRANT SELECT (technologies, technology_levels) ON public.projects TO anon;
GRANT SELECT (technologies, technology_levels), INSERT (technologies, technology_levels), UPDATE (technologies, technology_levels) ON public.projects TO authenticated;

ALTER TABLE public.project_revisions
  ADD COLUMN technologies      text[] NOT NULL DEFAULT '{}',
  ADD COLUMN technology_levels jsonb  NOT NULL DEFAULT '{}';
COMMENT ON COLUMN public.project_revisions.technologies IS 'Technologies asked for, by slug';
COMMENT ON COLUMN public.project_revisions.technology_levels IS 'The least level of a technology that is asked for, by slug, where one is';
GRANT SELECT (technologies, technology_levels) ON public.project_revisions TO authenticated;

CREATE INDEX professionals_technologies_idx ON public.profiles USING gin (technologies)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX projects_technologies_idx      ON public.projects USING gin (technologies)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE status = 'open';

CREATE OR REPLACE VIEW public.professionals AS
  SELECT p.id, p.role, p.name, p.title, p.headline, p.location, p.state, p.city_key, p.availability, p.work_modes, p.experience, p.skills,
         p.rating, p.reviews_count, p.contracts_completed, p.counterparts, p.avatar_url, p.avatar_seed, p.is_complete, p.updated_at, p.search, p.technologies
  FROM public.profiles p
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party;
COMMENT ON COLUMN public.professionals.technologies IS 'Technologies, by slug, what one knows best first';
GRANT SELECT (technologies) ON public.professionals TO anon, authenticated;

-- Both tables have a key of their own, because a pair of references would make them join tables.
CREATE TABLE public.profile_technologies (
  id             uuid        NOT NULL DEFAULT private.uuid_v7(),
  profile_id     uuid        NOT NULL,
  technology     text        NOT NULL,
  level          text        NOT NULL,
  years          smallint,
  last_used_year smallint,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT profile_technologies_pkey                PRIMARY KEY (id),
  CONSTRAINT profile_technologies_technology_key      UNIQUE (profile_id, technology),
  CONSTRAINT profile_technologies_profile_id_fkey     FOREIGN KEY (profile_id) REFERENCES public.profiles (id)      ON DELETE CASCADE,
  CONSTRAINT profile_technologies_technology_fkey     FOREIGN KEY (technology) REFERENCES public.technologies (slug) ON DELETE RESTRICT,
  CONSTRAINT profile_technologies_last_used_year_real CHECK (last_used_year >= 1960 AND last_used_year <= 2199),
  CONSTRAINT profile_technologies_level_known         CHECK (level IN ('Básico', 'Intermediário', 'Avançado', 'Especialista')),
  CONSTRAINT profile_technologies_years_real          CHECK (years >= 0 AND years <= 60)
);
CREATE INDEX profile_technologies_technology_idx ON public.profile_technologies (technology);
COMMENT ON TABLE  public.profile_technologies IS 'A technology that a professional masters, and how well';
COMMENT ON COLUMN public.profile_technologies.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.profile_technologies.profile_id IS 'The profile it is of';
COMMENT ON COLUMN public.profile_technologies.technology IS 'The technology, by slug';
COMMENT ON COLUMN public.profile_technologies.level IS 'How well: Básico, Intermediário, Avançado or Especialista';
COMMENT ON COLUMN public.profile_technologies.years IS 'For how many years, where it is said';
COMMENT ON COLUMN public.profile_technologies.last_used_year IS 'In which year it was last used, where it is said';
COMMENT ON COLUMN public.profile_technologies.created_at IS 'When it was written';
COMMENT ON COLUMN public.profile_technologies.updated_at IS 'When it last changed';

CREATE TABLE public.project_technologies (
  id         uuid        NOT NULL DEFAULT private.uuid_v7(),
  project_id uuid        NOT NULL,
  technology text        NOT NULL,
  level      text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT project_technologies_pkey            PRIMARY KEY (id),
  CONSTRAINT project_technologies_technology_key  UNIQUE (project_id, technology),
  CONSTRAINT project_technologies_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects (id)       ON DELETE CASCADE,
  CONSTRAINT project_technologies_technology_fkey FOREIGN KEY (technology) REFERENCES public.technologies (slug) ON DELETE RESTRICT,
  CONSTRAINT project_technologies_level_known     CHECK (level IN ('Básico', 'Intermediário', 'Avançado', 'Especialista'))
);
CREATE INDEX project_technologies_technology_idx ON public.project_technologies (technology);
COMMENT ON TABLE  public.project_technologies IS 'A technology that a project asks for';
COMMENT ON COLUMN public.project_technologies.id IS 'Its key, a UUID that grows with time';
COMMENT ON COLUMN public.project_technologies.project_id IS 'The project it is of';
COMMENT ON COLUMN public.project_technologies.technology IS 'The technology, by slug';
COMMENT ON COLUMN public.project_technologies.level IS 'The least level asked for: Básico, Intermediário, Avançado or Especialista, where one is';
COMMENT ON COLUMN public.project_technologies.created_at IS 'When it was written';

-- The words by which a text with these technologies is found.
CREATE FUNCTION private.technology_words(chosen text[]) RETURNS text
LANGUAGE sql STABLE
SET search_path = ''
RETURN (
  SELECT coalesce(string_agg(concat_ws(' ', t.name, t.vendor, t.family, t.kind, array_to_string(t.aliases, ' ')), ' ' ORDER BY t.slug), '')
  FROM public.technologies t WHERE t.slug = ANY (chosen));
GRANT EXECUTE ON FUNCTION private.technology_words(text[]) TO authenticated, service_role;

-- +goose StatementBegin
CREATE FUNCTION private.refuse_unknown_technologies(named text[]) RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
BEGIN
  IF cardinality(named) > 0 THEN
    PERFORM private.refuse(400, 'unknown_technology', 'Uma das tecnologias não está no catálogo.', named);
  END IF;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.refuse_unknown_technologies(text[]) TO anon, authenticated, service_role;

-- A filter's technologies. A slug is that one; any other word is every technology that is spelled so,
-- and all products of a family or a vendor of that name.
-- +goose StatementBegin
CREATE FUNCTION private.read_technologies(written text[]) RETURNS text[]
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  slugs   text[];
  unknown text[];
BEGIN
  WITH one AS MATERIALIZED (
    SELECT w.word, private.spelling(left(w.word, 200)) AS spelling FROM unnest(written) AS w (word)
  ), found AS MATERIALIZED (
    SELECT one.word, t.slug FROM one JOIN public.technologies t ON t.slug = one.word
    UNION
    SELECT one.word, t.slug
    FROM one JOIN public.technologies t ON one.spelling = ANY (t.spellings) OR one.spelling IN (private.spelling(t.family), private.spelling(t.vendor))
    WHERE NOT EXISTS (SELECT FROM public.technologies exact WHERE exact.slug = one.word)
  )
  SELECT ARRAY(SELECT DISTINCT f.slug FROM found f ORDER BY 1), ARRAY(SELECT o.word FROM one o WHERE NOT EXISTS (SELECT FROM found f WHERE f.word = o.word))
  INTO slugs, unknown;
  PERFORM private.refuse_unknown_technologies(unknown);
  RETURN slugs;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.read_technologies(text[]) TO anon, authenticated, service_role;

-- The technologies that a project is to have, each once and in one order, whatever the database's
-- collation, so that another order is no change.
-- +goose StatementBegin
CREATE FUNCTION private.choose_technologies(written text[]) RETURNS text[]
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  slugs   text[];
  unknown text[];
BEGIN
  IF written = '{}' THEN
    RETURN written;
  END IF;
  IF cardinality(written) > private.limit_of('project_technologies_max') THEN
    PERFORM private.refuse(400, 'too_many_project_technologies', 'Um projeto pode pedir no máximo {project_technologies_max} tecnologias.');
  END IF;
  SELECT ARRAY(SELECT DISTINCT slug COLLATE "C" FROM unnest(array_agg(t.slug)) AS slug WHERE slug IS NOT NULL ORDER BY 1), array_agg(w.word) FILTER (WHERE t.slug IS NULL)
  INTO slugs, unknown
  FROM unnest(written) AS w (word) LEFT JOIN public.technologies t ON private.spelling(left(w.word, 200)) = ANY (t.spellings);
  PERFORM private.refuse_unknown_technologies(unknown);
  RETURN slugs;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.choose_technologies(text[]) TO authenticated, service_role;

-- The technologies that a text names, however they are spelled, those that it names most often first.
-- Up to four neighbouring words are one name: s7 1500, Studio 5000. Of names within each other the
-- longest counts, so that WinCC Unified is not WinCC as well. Two short words, as in "2 e 3 fases",
-- make no name.
CREATE FUNCTION public.suggest_technologies("text" text, "limit" integer DEFAULT 10)
RETURNS TABLE (slug text, name text, vendor text, family text)
LANGUAGE sql STABLE
SET search_path = ''
AS $$
  WITH words AS MATERIALIZED (
    SELECT w.place, w.word, lead(w.word, 1) OVER later AS second, lead(w.word, 2) OVER later AS third, lead(w.word, 3) OVER later AS fourth
    FROM string_to_table(private.plain_words(left(suggest_technologies."text", 10000)), ' ') WITH ORDINALITY AS w (word, place)
    WINDOW later AS (ORDER BY w.place)
  ), named AS (
    SELECT DISTINCT ON (words.place) words.place, words.place + joined.length AS past, known.slug
    FROM words
    CROSS JOIN LATERAL (VALUES (1, words.word), (2, words.word || words.second), (3, words.word || words.second || words.third),
                               (4, words.word || words.second || words.third || words.fourth)) AS joined (length, spelling)
    JOIN (SELECT t.slug, unnest(t.spellings) AS spelling FROM public.technologies t) AS known ON known.spelling = joined.spelling
    WHERE joined.length = 1 OR length(joined.spelling) >= 4
    ORDER BY words.place, joined.length DESC
  ), whole AS (
    SELECT n.slug, n.place, n.past > coalesce(max(n.past) OVER (ORDER BY n.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS stands
    FROM named n
  )
  SELECT t.slug, t.name, t.vendor, t.family
  FROM (SELECT w.slug, count(*) AS times, min(w.place) AS first FROM whole w WHERE w.stands GROUP BY w.slug) AS counted
  JOIN public.technologies t ON t.slug = counted.slug
  ORDER BY counted.times DESC, counted.first
  LIMIT least(greatest(coalesce("limit", 10), 0), 20)
$$;
COMMENT ON FUNCTION public.suggest_technologies(text,integer) IS 'The technologies that a text names, best first
Reads the first 10,000 characters and answers 20 at most.';
GRANT EXECUTE ON FUNCTION public.suggest_technologies(text,integer) TO authenticated, service_role;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_profile() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  IF cardinality(NEW.technologies) > private.limit_of('profile_technologies_max') THEN
    PERFORM private.refuse(400, 'too_many_profile_technologies', 'Você atingiu o limite de {profile_technologies_max} tecnologias no perfil.');
  END IF;
  NEW.skills   := private.choose_skills(NEW.skills);
  NEW.name     := btrim(NEW.name);
  NEW.city_key := private.city_key(private.city_of(NEW.location));
  NEW.search   := private.search_document(concat_ws(' ', NEW.name, NEW.headline, NEW.title, NEW.location, NEW.about, private.skill_words(NEW.skills),
    private.technology_words(NEW.technologies)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd
DROP TRIGGER prepare ON public.profiles;
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF name, headline, title, location, about, skills, technologies ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.prepare_profile();
DROP TRIGGER touch ON public.profiles;
CREATE TRIGGER touch BEFORE UPDATE OF name, headline, title, location, about, skills, technologies, work_modes, availability, avatar_url, banner_url ON public.profiles
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.prepare_project() RETURNS trigger
LANGUAGE plpgsql
SET search_path = ''
AS $$
BEGIN
  NEW.skills       := private.choose_skills(NEW.skills);
  NEW.technologies := private.choose_technologies(NEW.technologies);
  -- The level of what is not asked for goes with it.
  IF NEW.technology_levels <> '{}' THEN
    NEW.technology_levels := (SELECT coalesce(jsonb_object_agg(l.key, l.value), '{}') FROM jsonb_each(NEW.technology_levels) l
                              WHERE l.key = ANY (NEW.technologies) AND l.value <> 'null');
  END IF;
  NEW.title    := btrim(NEW.title);
  NEW.city     := btrim(regexp_replace(NEW.city, '\s+', ' ', 'g'));
  NEW.city_key := private.city_key(NEW.city);
  NEW.search   := private.search_document(concat_ws(' ', NEW.title, NEW.description, NEW.category, NEW.city, 'PRJ-' || NEW.number, private.skill_words(NEW.skills),
    private.technology_words(NEW.technologies)));
  RETURN NEW;
END
$$;
-- +goose StatementEnd
DROP TRIGGER prepare ON public.projects;
CREATE TRIGGER prepare BEFORE INSERT OR UPDATE OF title, description, category, skills, technologies, technology_levels, city ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.prepare_project();
DROP TRIGGER touch ON public.projects;
CREATE TRIGGER touch BEFORE UPDATE OF title, description, category, skills, technologies, technology_levels, budget, deadline, city, state, work_mode, starts_on, status ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE OR REPLACE FUNCTION private.project_changes(before public.projects, after public.projects) RETURNS text[]
LANGUAGE sql IMMUTABLE
SET search_path = ''
AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN before.title            IS DISTINCT FROM after.title            THEN 'title'            END,
    CASE WHEN before.description      IS DISTINCT FROM after.description      THEN 'description'      END,
    CASE WHEN before.category         IS DISTINCT FROM after.category         THEN 'category'         END,
    CASE WHEN before.experience_level IS DISTINCT FROM after.experience_level THEN 'experience_level' END,
    CASE WHEN before.budget           IS DISTINCT FROM after.budget           THEN 'budget'           END,
    CASE WHEN before.budget_min_cents IS DISTINCT FROM after.budget_min_cents THEN 'budget_min_cents' END,
    CASE WHEN before.budget_max_cents IS DISTINCT FROM after.budget_max_cents THEN 'budget_max_cents' END,
    CASE WHEN before.deadline         IS DISTINCT FROM after.deadline         THEN 'deadline'         END,
    CASE WHEN before.deadline_on      IS DISTINCT FROM after.deadline_on      THEN 'deadline_on'      END,
    CASE WHEN before.skills           IS DISTINCT FROM after.skills           THEN 'skills'           END,
    CASE WHEN (before.technologies, before.technology_levels) IS DISTINCT FROM (after.technologies, after.technology_levels) THEN 'technologies' END,
    CASE WHEN before.city             IS DISTINCT FROM after.city             THEN 'city'             END,
    CASE WHEN before.state            IS DISTINCT FROM after.state            THEN 'state'            END,
    CASE WHEN before.work_mode        IS DISTINCT FROM after.work_mode        THEN 'work_mode'        END,
    CASE WHEN before.starts_on        IS DISTINCT FROM after.starts_on        THEN 'starts_on'        END
  ], NULL)
$$;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.keep_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  INSERT INTO public.project_revisions AS kept (project_id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents,
                                                deadline, deadline_on, skills, technologies, technology_levels, city, state, work_mode, starts_on, changed)
  VALUES (NEW.id, NEW.revision, NEW.title, NEW.description, NEW.category, NEW.experience_level, NEW.budget, NEW.budget_min_cents, NEW.budget_max_cents,
          NEW.deadline, NEW.deadline_on, NEW.skills, NEW.technologies, NEW.technology_levels, NEW.city, NEW.state, NEW.work_mode, NEW.starts_on,
          CASE WHEN NEW.revision = 1 THEN '{}' ELSE private.project_changes(OLD, NEW) END)
  ON CONFLICT (project_id, number) DO UPDATE
  SET title = excluded.title, description = excluded.description, category = excluded.category, experience_level = excluded.experience_level,
      budget = excluded.budget, budget_min_cents = excluded.budget_min_cents, budget_max_cents = excluded.budget_max_cents,
      deadline = excluded.deadline, deadline_on = excluded.deadline_on, skills = excluded.skills,
      technologies = excluded.technologies, technology_levels = excluded.technology_levels,
      city = excluded.city, state = excluded.state, work_mode = excluded.work_mode, starts_on = excluded.starts_on,
      changed = CASE WHEN kept.number = 1 THEN '{}' ELSE ARRAY(SELECT DISTINCT unnest(kept.changed || excluded.changed) ORDER BY 1) END;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
DROP TRIGGER keep_next_revision ON public.projects;
CREATE TRIGGER keep_next_revision AFTER UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  technologies, technology_levels, city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW WHEN (private.project_changes(OLD, NEW) <> '{}') EXECUTE FUNCTION private.keep_revision();
DROP TRIGGER revise ON public.projects;
CREATE TRIGGER revise BEFORE UPDATE OF title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills,
  technologies, technology_levels, city, state, work_mode, starts_on ON public.projects
  FOR EACH ROW EXECUTE FUNCTION private.number_revision();

-- The lock of the profile makes rows that are added at the same moment count one after the other.
-- +goose StatementBegin
CREATE FUNCTION private.gather_profile_technologies() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT profile_id FROM written ORDER BY profile_id LOOP
    PERFORM FROM public.profiles WHERE id = one FOR NO KEY UPDATE;
    UPDATE public.profiles p SET technologies = kept.slugs
    FROM (
      SELECT coalesce(array_agg(t.technology ORDER BY array_position(ARRAY['Especialista', 'Avançado', 'Intermediário', 'Básico'], t.level), t.years DESC NULLS LAST, t.technology COLLATE "C"), '{}') AS slugs
      FROM public.profile_technologies t WHERE t.profile_id = one
    ) AS kept
    WHERE p.id = one AND p.technologies <> kept.slugs;
  END LOOP;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.gather_profile_technologies() TO service_role;
ALTER FUNCTION private.gather_profile_technologies() OWNER TO definer;
CREATE TRIGGER gather_added   AFTER INSERT ON public.profile_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER gather_changed AFTER UPDATE ON public.profile_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER gather_removed AFTER DELETE ON public.profile_technologies REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.gather_profile_technologies();
CREATE TRIGGER touch BEFORE UPDATE ON public.profile_technologies FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A company writes the columns of a project, with the rest of an edit and as one revision, or the
-- rows; each follows the other. What removes a row tells nobody, so once a project was answered
-- technologies leave it by an edit.
-- +goose StatementBegin
CREATE FUNCTION private.gather_project_technologies() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT project_id FROM written ORDER BY project_id LOOP
    PERFORM FROM public.projects WHERE id = one FOR NO KEY UPDATE;
    IF TG_OP = 'DELETE' AND auth.uid() IS NOT NULL AND EXISTS (SELECT FROM public.proposals o WHERE o.project_id = one AND o.status <> 'withdrawn') THEN
      PERFORM private.refuse(409, 'project_answered', 'Este projeto já recebeu propostas. Retire a tecnologia na edição do projeto, para que quem propôs seja avisado.');
    END IF;
    UPDATE public.projects p SET technologies = kept.slugs, technology_levels = kept.levels
    FROM (
      SELECT coalesce(array_agg(t.technology ORDER BY t.technology COLLATE "C"), '{}') AS slugs, coalesce(jsonb_object_agg(t.technology, t.level) FILTER (WHERE t.level IS NOT NULL), '{}') AS levels
      FROM public.project_technologies t WHERE t.project_id = one
    ) AS kept
    WHERE p.id = one AND (p.technologies, p.technology_levels) IS DISTINCT FROM (kept.slugs, kept.levels);
  END LOOP;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.gather_project_technologies() TO service_role;
ALTER FUNCTION private.gather_project_technologies() OWNER TO definer;
CREATE TRIGGER gather_added   AFTER INSERT ON public.project_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();
CREATE TRIGGER gather_changed AFTER UPDATE ON public.project_technologies REFERENCING NEW TABLE AS written FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();
CREATE TRIGGER gather_removed AFTER DELETE ON public.project_technologies REFERENCING OLD TABLE AS written FOR EACH STATEMENT
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.gather_project_technologies();

-- +goose StatementBegin
CREATE FUNCTION private.spread_project_technologies() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  DELETE FROM public.project_technologies t WHERE t.project_id = NEW.id AND t.technology <> ALL (NEW.technologies);
  INSERT INTO public.project_technologies AS t (project_id, technology, level)
  SELECT NEW.id, slug, NEW.technology_levels ->> slug FROM unnest(NEW.technologies) AS slug
  ON CONFLICT ON CONSTRAINT project_technologies_technology_key DO UPDATE SET level = excluded.level WHERE t.level IS DISTINCT FROM excluded.level;
  RETURN NULL;
END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION private.spread_project_technologies() TO service_role;
ALTER FUNCTION private.spread_project_technologies() OWNER TO definer;
CREATE TRIGGER spread_technologies AFTER INSERT ON public.projects FOR EACH ROW
  WHEN (NEW.technologies <> '{}') EXECUTE FUNCTION private.spread_project_technologies();
CREATE TRIGGER spread_technologies_anew AFTER UPDATE OF technologies, technology_levels ON public.projects FOR EACH ROW
  WHEN ((OLD.technologies, OLD.technology_levels) IS DISTINCT FROM (NEW.technologies, NEW.technology_levels)) EXECUTE FUNCTION private.spread_project_technologies();

ALTER TABLE public.profile_technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_technologies FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody sees the technologies of an active professional" ON public.profile_technologies
  FOR SELECT TO anon, authenticated USING (private.is_active(profile_id) OR profile_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "professionals name their technologies" ON public.profile_technologies
  FOR INSERT TO authenticated
  WITH CHECK (profile_id = ANY ((SELECT private.parties('manage'))::uuid[]) AND private.is_party_of(profile_id, 'professional'));
CREATE POLICY "professionals say how well they know their technologies" ON public.profile_technologies
  FOR UPDATE TO authenticated
  USING (profile_id = ANY ((SELECT private.parties('manage'))::uuid[]))
  WITH CHECK (profile_id = ANY ((SELECT private.parties('manage'))::uuid[]) AND private.is_party_of(profile_id, 'professional'));
CREATE POLICY "professionals take technologies off their profile" ON public.profile_technologies
  FOR DELETE TO authenticated USING (profile_id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE POLICY "the server keeps the technologies of profiles" ON public.profile_technologies
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, profile_id, technology, level, years, last_used_year, created_at, updated_at) ON public.profile_technologies TO anon;
GRANT SELECT (id, profile_id, technology, level, years, last_used_year, created_at, updated_at), INSERT (profile_id, technology, level, years, last_used_year),
  UPDATE (level, years, last_used_year), DELETE ON public.profile_technologies TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.profile_technologies TO service_role;
SELECT private.announce_writes('public.profile_technologies');

ALTER TABLE public.project_technologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.project_technologies FORCE  ROW LEVEL SECURITY;
CREATE POLICY "everybody sees what projects ask for" ON public.project_technologies
  FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY "companies say what their open projects ask for" ON public.project_technologies
  FOR INSERT TO authenticated
  WITH CHECK (private.owns_project(project_id, 'publish') AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id AND p.status = 'open'));
CREATE POLICY "companies say how well it has to be known" ON public.project_technologies
  FOR UPDATE TO authenticated
  USING (private.owns_project(project_id, 'publish') AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id AND p.status = 'open'))
  WITH CHECK (private.owns_project(project_id, 'publish'));
CREATE POLICY "companies take technologies off their open projects" ON public.project_technologies
  FOR DELETE TO authenticated
  USING (private.owns_project(project_id, 'publish') AND EXISTS (SELECT FROM public.projects p WHERE p.id = project_id AND p.status = 'open'));
CREATE POLICY "the server keeps the technologies of projects" ON public.project_technologies
  TO service_role USING (true) WITH CHECK (true);
GRANT SELECT (id, project_id, technology, level, created_at) ON public.project_technologies TO anon;
GRANT SELECT (id, project_id, technology, level, created_at), INSERT (project_id, technology, level), UPDATE (level), DELETE ON public.project_technologies TO authenticated;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.project_technologies TO service_role;
SELECT private.announce_writes('public.project_technologies');

-- A text about the S7-1500 is about Siemens, and one about Siemens not about the S7-1500.
ALTER TABLE private.synonyms ADD COLUMN is_narrower boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN private.synonyms.is_narrower IS 'Whether it stands for the others, and they not for it';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION private.search_document(content text) RETURNS tsvector
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
DECLARE
  written  CONSTANT tsvector := to_tsvector('public.automacao', content);
  document tsvector := written || private.code_words(content);
  more     tsvector;
BEGIN
  FOR more IN
    SELECT also.words FROM private.synonyms also
    WHERE NOT also.is_narrower AND also.meaning IN (SELECT found.meaning FROM private.synonyms found WHERE written @@ found.query)
    ORDER BY also.meaning, also.term
  LOOP
    document := document || more;
  END LOOP;
  RETURN document;
END
$$;
-- +goose StatementEnd

-- Spellings that were missing among the words that mean the same. Texts that have one are indexed
-- anew; nobody has technologies yet.
ALTER TABLE private.synonyms NO FORCE ROW LEVEL SECURITY;
UPDATE private.synonyms SET is_narrower = true WHERE term IN ('s7-1200', 's7-1500', 's7-300');
INSERT INTO private.synonyms (meaning, term) VALUES
  ( 6, 'soft starter'),
  ( 6, 'softstarter'),
  (17, 'nr 12'),
  (18, 'visão computacional'),
  (22, 'st'),
  (23, 'ab'),
  (23, 'allen bradley');
INSERT INTO private.synonyms (meaning, term, is_narrower) VALUES
  (24, 's71200', true),
  (24, 's71500', true),
  (24, 's7300',  true),
  (24, 's7-400', true),
  (24, 's7400',  true);
ALTER TABLE private.synonyms FORCE ROW LEVEL SECURITY;
ALTER TABLE public.profiles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE public.projects NO FORCE ROW LEVEL SECURITY;
UPDATE public.profiles p
SET search = private.search_document(concat_ws(' ', p.name, p.headline, p.title, p.location, p.about, private.skill_words(p.skills)))
WHERE p.search @@ to_tsquery('public.automacao', 'soft & starter | softstarter | nr & 12 | visão & computacional | st | ab | allen & bradley | s71200 | s71500 | s7300 | s7400');
UPDATE public.projects p
SET search = private.search_document(concat_ws(' ', p.title, p.description, p.category, p.city, 'PRJ-' || p.number, private.skill_words(p.skills)))
WHERE p.search @@ to_tsquery('public.automacao', 'soft & starter | softstarter | nr & 12 | visão & computacional | st | ab | allen & bradley | s71200 | s71500 | s7300 | s7400');
ALTER TABLE public.profiles FORCE ROW LEVEL SECURITY;
ALTER TABLE public.projects FORCE ROW LEVEL SECURITY;
