import { FolderSearch, Inbox } from 'lucide-react'
import { ignore, LONG_NAME, LONG_TEXT, LONG_WORD, type Specimen } from '@/dev/specimen'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge, CountBadge } from '@/ui/badge'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button } from '@/ui/button'
import { Card, CardBody, CardHeader, CardTitle, LinkCard, Stat } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page, Container } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { ScrollArea } from '@/ui/scroll-area'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { UnderConstruction } from '@/ui/under-construction'

const TABS = ['Todas', 'Pendentes', LONG_NAME, 'Recusadas']

const card: Specimen = {
  id: 'card',
  of: 'ui/card',
  states: [
    {
      name: 'com cabeçalho',
      show: (
        <Card>
          <CardHeader>
            <CardTitle>Contratos</CardTitle>
            <Button size="sm">Ver todos</Button>
          </CardHeader>
          <CardBody>Dois em andamento.</CardBody>
        </Card>
      ),
    },
    {
      name: 'que leva adiante',
      show: (
        <LinkCard className="p-5">
          <a href="#card" className="after:absolute after:inset-0">
            Migração da linha de envase
          </a>
        </LinkCard>
      ),
    },
    {
      name: 'apontado',
      as: 'hover',
      show: (
        <LinkCard className="p-5">
          <a href="#card" className="after:absolute after:inset-0">
            Migração da linha, apontada
          </a>
        </LinkCard>
      ),
    },
    {
      name: 'número enorme',
      show: (
        <Card className="p-5">
          <dl>
            <Stat label="Recebido" value={formatMoney(ofCents(99_999_999_999))} hint="em 30 dias" />
          </dl>
        </Card>
      ),
    },
    {
      name: 'texto longo',
      show: (
        <Card>
          <CardHeader>
            <CardTitle className="min-w-0 break-words">{LONG_WORD}</CardTitle>
          </CardHeader>
          <CardBody className="break-words">{LONG_TEXT}</CardBody>
        </Card>
      ),
    },
  ],
}

const table: Specimen = {
  id: 'table',
  of: 'ui/table',
  states: [
    { name: 'cheia', isWide: true, show: <Figures caption="Extrato" names={['Marco 1', LONG_NAME]} /> },
    { name: 'vazia', isWide: true, show: <Figures caption="Extrato vazio" names={[]} /> },
  ],
}

function Figures({ caption, names }: { caption: string; names: readonly string[] }) {
  return (
    <Table caption={caption}>
      <TableHead>
        <TableRow>
          <TableHeader>Lançamento</TableHeader>
          <TableHeader numeric>Valor</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {names.map((name) => (
          <TableRow key={name}>
            <TableCell>{name}</TableCell>
            <TableCell numeric>{formatMoney(ofCents(99_999_999_999))}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const tabs: Specimen = {
  id: 'tabs',
  of: 'ui/tabs',
  states: [
    {
      name: 'com uma longa',
      isWide: true,
      show: (
        <Tabs defaultValue="Pendentes">
          <TabList aria-label="Propostas">
            {TABS.map((name) => (
              <Tab key={name} value={name}>
                {name}
              </Tab>
            ))}
          </TabList>
          {TABS.map((name) => (
            <TabPanel key={name} value={name}>
              O que está em {name}.
            </TabPanel>
          ))}
        </Tabs>
      ),
    },
  ],
}

const emptyState: Specimen = {
  id: 'empty-state',
  of: 'ui/empty-state',
  states: [
    {
      name: 'com o próximo passo',
      show: (
        <EmptyState
          icon={FolderSearch}
          title="Nenhum projeto encontrado"
          description="Tente outras palavras ou menos filtros."
          action={<Button>Limpar filtros</Button>}
        />
      ),
    },
    { name: 'só o título', show: <EmptyState title="Nada por aqui" level={3} /> },
    { name: 'texto longo', show: <EmptyState icon={Inbox} title={LONG_NAME} description={LONG_TEXT} /> },
  ],
}

const errorState: Specimen = {
  id: 'error-state',
  of: 'ui/error-state',
  states: [
    { name: 'sem saída', show: <ErrorState message="O servidor não respondeu a tempo." /> },
    { name: 'tentar de novo', show: <ErrorState message="Sem conexão com a internet." onRetry={ignore} /> },
    {
      name: 'tentando',
      show: <ErrorState message="Sem conexão com a internet." onRetry={ignore} retrying />,
    },
    { name: 'texto longo', show: <ErrorState title={LONG_NAME} message={LONG_TEXT} onRetry={ignore} /> },
  ],
}

const pageHeader: Specimen = {
  id: 'page-header',
  of: 'ui/page-header',
  states: [
    {
      name: 'completo',
      isWide: true,
      show: (
        <PageHeader
          above={<Breadcrumb crumbs={[{ label: 'Projetos', to: '/projetos' }, { label: 'PRJ-0042' }]} />}
          title="Migração da linha de envase"
          description="Publicado por Envasadora Serra Azul."
          actions={<Button variant="primary">Enviar proposta</Button>}
        />
      ),
    },
    {
      name: 'texto longo',
      isWide: true,
      show: (
        <PageHeader
          title={`${LONG_NAME} ${LONG_WORD}`}
          description={LONG_TEXT}
          actions={<Button>Editar</Button>}
        />
      ),
    },
  ],
}

export const FRAMES: readonly Specimen[] = [
  card,
  table,
  tabs,
  pageHeader,
  {
    id: 'breadcrumb',
    of: 'ui/breadcrumb',
    states: [
      {
        name: 'padrão',
        show: <Breadcrumb crumbs={[{ label: 'Projetos', to: '/projetos' }, { label: 'PRJ-0042' }]} />,
      },
      {
        name: 'texto longo',
        show: <Breadcrumb crumbs={[{ label: LONG_NAME, to: '/' }, { label: LONG_TEXT }]} />,
      },
    ],
  },
  {
    id: 'badge',
    of: 'ui/badge',
    states: [
      ...(['neutral', 'outline', 'success', 'warning', 'danger', 'info'] as const).map((tone) => ({
        name: tone,
        show: <Badge tone={tone}>Em andamento</Badge>,
      })),
      { name: 'contagem', show: <CountBadge count={7} label="mensagens" /> },
      { name: 'contagem enorme', show: <CountBadge count={12_345} label="mensagens" /> },
      { name: 'contagem de nada', show: <CountBadge count={0} label="mensagens" /> },
    ],
  },
  {
    id: 'container',
    of: 'ui/page',
    states: [
      { name: 'padrão', isWide: true, show: <Container>A largura e as margens da página.</Container> },
    ],
  },
  {
    id: 'page',
    of: 'ui/page',
    states: [{ name: 'padrão', isWide: true, show: <Page>Uma página pública.</Page> }],
  },
  emptyState,
  errorState,
  {
    id: 'not-found',
    of: 'ui/not-found',
    states: [
      {
        name: 'padrão',
        isWide: true,
        show: <NotFound title="Projeto não encontrado" backTo="/projetos" backLabel="Ver projetos" />,
      },
    ],
  },
  {
    id: 'under-construction',
    of: 'ui/under-construction',
    states: [{ name: 'padrão', isWide: true, show: <UnderConstruction title="Soluções" /> }],
  },
  {
    id: 'scroll-area',
    of: 'ui/scroll-area',
    states: [
      {
        name: 'texto longo',
        show: (
          <ScrollArea className="h-24">
            <a href="#scroll-area">{LONG_NAME}</a>
            <p>{LONG_TEXT.repeat(4)}</p>
          </ScrollArea>
        ),
      },
    ],
  },
]
