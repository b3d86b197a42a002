// Every address of the product, who may open it, and what it is called.
import { readFileSync } from 'node:fs'
import { url } from './cast.ts'

export const ROLES = ['admin', 'professional', 'company'] as const
export type Role = (typeof ROLES)[number]

export const DEMO: Record<Role, string> = {
  admin: 'admin@automacao.demo',
  professional: 'profissional@automacao.demo',
  company: 'empresa@automacao.demo',
}
export const DEMO_PASSWORD = 'demo1234'

/** A demonstration account, to sign in with. */
export const demo = (role: Role) => ({ email: DEMO[role], password: DEMO_PASSWORD })

/** Where each role lands after signing in. */
export const HOMES: Record<Role, string> = {
  admin: '/dashboard/admin',
  professional: '/dashboard/professional',
  company: '/dashboard/company',
}

export type Place = {
  path: string
  /** The tab's title, without the product's name. */
  title: string
  /** Left out: everybody. */
  roles?: readonly Role[]
  /** Of those the ones it shows something to; the others read there that it is not theirs. */
  owners?: readonly Role[]
  /** A true 404. */
  missing?: boolean
}

type Found = { id: string; name: string }

async function first(table: string, query: string): Promise<Found> {
  const { anonKey } = (await (await fetch(`${url()}/config.json`)).json()) as { anonKey: string }
  const rows = (await (
    await fetch(`${url()}/rest/v1/${table}?${query}&limit=1`, { headers: { apikey: anonKey } })
  ).json()) as Found[]
  if (rows[0] === undefined) throw new Error(`the demonstration has no ${table} with ${query}`)
  return rows[0]
}

/** The newest contract of the demonstration's company of which that is true. */
async function contractWhere(condition: string): Promise<string> {
  const { anonKey } = (await (await fetch(`${url()}/config.json`)).json()) as { anonKey: string }
  const signedIn = await fetch(`${url()}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(demo('company')),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const found = await fetch(`${url()}/rest/v1/contracts?${condition}&order=created_at.desc&limit=1`, {
    headers: { apikey: anonKey, Authorization: `Bearer ${access_token}` },
  })
  const [newest] = (await found.json()) as { id: string }[]
  if (newest === undefined) throw new Error(`the demonstration has no contract where ${condition}`)
  return newest.id
}

type Page = { path: string; title?: string; roles?: readonly Role[] }

/** The pages of routes.json that say their title. Pages of members are opened by every role, or by theirs. */
function pagesWithoutKeys(): Place[] {
  const source = new URL('../../web/src/lib/routes.json', import.meta.url)
  const groups = JSON.parse(readFileSync(source, 'utf8')) as Record<string, Record<string, Page>>
  return Object.entries(groups).flatMap(([group, pages]) =>
    Object.values(group === 'notices' ? {} : pages).flatMap(({ path, title, roles = group === 'members' ? ROLES : undefined }) =>
      title === undefined ? [] : [{ path, title, ...(roles && { roles }) }],
    ),
  )
}

/** All places, with the demonstration's own people and projects in the addresses. */
export async function places(): Promise<Place[]> {
  const professional = await first('profiles', 'select=id,name&name=eq.Marina Alves Teixeira&order=created_at.asc')
  const company = await first('profiles', 'select=id,name&name=eq.Envasadora Serra Azul Bebidas&order=created_at.asc')
  const project = await first('projects', `select=id,name:title&company_id=eq.${company.id}&status=eq.open&order=created_at.desc`)
  const item = await first('portfolio_projects', `select=id,name:title&profile_id=eq.${professional.id}`)
  const agreed = await contractWhere(`select=id&professional_id=eq.${professional.id}`)
  const disputed = await contractWhere('select=id,disputes!contract_id!inner(id)')
  const nobody = '00000000-0000-7000-8000-000000000000'
  return [
    ...pagesWithoutKeys(),
    { path: `/encontrar-profissional/${professional.id}`, title: professional.name },
    { path: `/perfil-profissional/${professional.id}`, title: professional.name },
    { path: `/perfil-empresa/${company.id}`, title: company.name },
    { path: `/projetos/${project.id}`, title: project.name },
    { path: '/auth/confirmar#token=t&type=recovery', title: 'Confirmar que foi você' },
    { path: '/nao-existe', title: 'Página não encontrada', missing: true },
    { path: `/projetos/${nobody}`, title: 'Projeto não encontrado', missing: true },
    { path: `/encontrar-profissional/${nobody}`, title: 'Perfil não encontrado', missing: true },
    { path: `/perfil-empresa/${nobody}`, title: 'Empresa não encontrada', missing: true },
    { path: `/dashboard/mensagens/${professional.id}`, title: 'Mensagens', roles: ROLES },
    { path: '/dashboard/configuracoes?aba=seguranca', title: 'Configurações', roles: ROLES },
    { path: '/dashboard/configuracoes?aba=notificacoes', title: 'Configurações', roles: ROLES },
    { path: `/dashboard/contratos/${agreed}`, title: 'Contrato', roles: ['admin', 'professional', 'company'] },
    { path: `/dashboard/contratos/${agreed}/documento`, title: 'Documento do contrato', roles: ROLES, owners: ['professional', 'company'] },
    { path: `/dashboard/contratos/${disputed}/documento`, title: 'Documento do contrato', roles: ROLES, owners: ['admin', 'company'] },
    { path: `/dashboard/portfolio/${item.id}/editar`, title: 'Editar projeto do portfólio', roles: ['professional'] },
    { path: `/dashboard/projetos/${project.id}/editar`, title: 'Editar projeto', roles: ['company'] },
    { path: `/dashboard/projetos/${project.id}/propostas`, title: 'Propostas recebidas', roles: ['company'] },
    { path: `/dashboard/projetos/${project.id}/equalizacao`, title: 'Equalização de propostas', roles: ['company'] },
    { path: '/dashboard/admin?aba=disputas', title: 'Administração', roles: ['admin'] },
    { path: '/dashboard/admin?aba=visao-geral', title: 'Administração', roles: ['admin'] },
    { path: '/dashboard/admin?aba=imagens', title: 'Administração', roles: ['admin'] },
    { path: '/dashboard/admin?aba=denuncias', title: 'Administração', roles: ['admin'] },
    { path: '/dashboard/admin?aba=auditoria', title: 'Administração', roles: ['admin'] },
    { path: '/dashboard/admin?aba=dados-pessoais', title: 'Administração', roles: ['admin'] },
  ]
}
