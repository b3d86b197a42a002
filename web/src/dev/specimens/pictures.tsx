import { LONG_NAME, LONG_TEXT, type Specimen } from '@/dev/specimen'
import { Avatar, GeneratedPicture } from '@/ui/avatar'
import { Brand, BrandMark } from '@/ui/brand'
import { BarChart, Sparkline } from '@/ui/chart'
import { Codes } from '@/ui/codes'
import { CoverPicture } from '@/ui/cover-picture'
import { Progress } from '@/ui/progress'
import { Loading, Skeleton, SkeletonList } from '@/ui/skeleton'
import { Spinner } from '@/ui/button'
import { Tag, tagOf } from '@/ui/tag'
import { TrendCard, TrendChart } from '@/ui/trend-card'

const DAYS = Array.from({ length: 30 }, (_, day) => ({
  label: `${String(day + 1).padStart(2, '0')}/11`,
  value: (day * 7) % 11,
}))
const STEPS = [
  { label: 'Abertos', value: 12 },
  { label: 'Em andamento', value: 12_345_678 },
  { label: 'Concluídos', value: 0 },
]
const NONE = DAYS.map(({ label }) => ({ label, value: 0 }))

const avatar: Specimen = {
  id: 'avatar',
  of: 'ui/avatar',
  states: [
    ...(['xs', 'sm', 'md', 'lg', 'xl'] as const).flatMap((size) => [
      {
        name: `pessoa, ${size}`,
        show: <Avatar name="Marina Alves" imageUrl={null} seed="marina" size={size} />,
      },
      {
        name: `empresa, ${size}`,
        show: <Avatar name="Serra Azul" kind="company" imageUrl={null} seed="serra" size={size} />,
      },
    ]),
    {
      name: 'imagem',
      show: (
        <Avatar
          name="Marina Alves"
          imageUrl="/imagens/portfolio-default-640.webp"
          seed=""
          size="lg"
          alt="Marina Alves"
        />
      ),
    },
    {
      name: 'só letras',
      show: <Avatar name="Marina Alves" imageUrl={null} seed={null} alt="Marina Alves" />,
    },
    { name: 'não lida', show: <Avatar name="Marina Alves" imageUrl={null} seed="marina" hasUnread /> },
  ],
}

const trendCard: Specimen = {
  id: 'trend-card',
  of: 'ui/trend-card',
  states: [
    { name: 'subiu', show: <TrendCard label="Visitas ao perfil" course={{ points: DAYS, before: 40 }} /> },
    { name: 'nada', show: <TrendCard label="Propostas enviadas" course={{ points: NONE, before: 0 }} /> },
    { name: 'carregando', show: <TrendCard label="Visitas ao perfil" course={undefined} /> },
    {
      name: 'número enorme',
      show: (
        <TrendCard
          label={LONG_NAME}
          total="12.345.678.901"
          course={{
            points: [
              { label: '01/11', value: 12_345_678 },
              { label: '30/11', value: 99_999_999 },
            ],
            before: 12,
          }}
        />
      ),
    },
  ],
}

export const PICTURES: readonly Specimen[] = [
  avatar,
  {
    id: 'generated-picture',
    of: 'ui/avatar',
    states: (['person', 'company'] as const).map((kind) => ({
      name: kind,
      show: (
        <div className="size-16">
          <GeneratedPicture seed="serra" name="Serra Azul" kind={kind} alt="Serra Azul" />
        </div>
      ),
    })),
  },
  {
    id: 'brand',
    of: 'ui/brand',
    states: [
      { name: 'inteira', show: <Brand /> },
      { name: 'curta no telefone', show: <Brand compact /> },
      { name: 'só a marca', show: <BrandMark /> },
    ],
  },
  {
    id: 'cover-picture',
    of: 'ui/cover-picture',
    states: [
      {
        name: 'imagem',
        show: (
          <CoverPicture
            url="/imagens/projectsCard-640.webp"
            alt="Painel montado"
            fallback="/imagens/portfolio-default-640"
          />
        ),
      },
      {
        name: 'sem imagem',
        show: <CoverPicture url={undefined} alt="" fallback="/imagens/portfolio-default-640" />,
      },
    ],
  },
  {
    id: 'chart',
    of: 'ui/chart',
    states: [
      { name: 'linha', show: <Sparkline caption="Visitas" points={DAYS} /> },
      { name: 'linha vazia', show: <Sparkline caption="Visitas, nenhuma" points={[]} /> },
      { name: 'barras, números enormes', isWide: true, show: <BarChart caption="Projetos" points={STEPS} /> },
    ],
  },
  {
    id: 'trend-chart',
    of: 'ui/trend-card',
    states: [
      { name: 'trinta dias', show: <TrendChart caption="Visitas por dia" points={DAYS} /> },
      { name: 'nada', show: <TrendChart caption="Propostas por dia" points={NONE} /> },
    ],
  },
  trendCard,
  {
    id: 'progress',
    of: 'ui/progress',
    states: [0, 0.42, 1].map((value) => ({
      name: `${Math.round(value * 100)}%`,
      show: <Progress label="Enviando" value={value} />,
    })),
  },
  { id: 'spinner', of: 'ui/button', states: [{ name: 'padrão', show: <Spinner /> }] },
  {
    id: 'skeleton',
    of: 'ui/skeleton',
    states: [
      {
        name: 'padrão',
        show: (
          <Loading label="Carregando projetos…">
            <Skeleton className="h-24" />
          </Loading>
        ),
      },
      {
        name: 'lista',
        show: (
          <Loading label="Carregando contratos…">
            <SkeletonList lines={2} />
          </Loading>
        ),
      },
    ],
  },
  {
    id: 'tag',
    of: 'ui/tag',
    states: [
      { name: 'padrão', show: <Tag>{tagOf('PRJ', 42)}</Tag> },
      { name: 'número enorme', show: <Tag>{tagOf('CTR', 12_345_678)}</Tag> },
    ],
  },
  {
    id: 'codes',
    of: 'ui/codes',
    states: [
      {
        name: 'códigos não quebram',
        show: (
          <p className="w-40">
            <Codes text="Troca do CLP S7-300 por S7-1500 e do IHM KTP-700" />
          </p>
        ),
      },
      {
        name: 'texto longo',
        show: (
          <p className="break-words">
            <Codes text={LONG_TEXT} />
          </p>
        ),
      },
    ],
  },
]
