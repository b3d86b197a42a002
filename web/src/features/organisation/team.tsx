import { useState } from 'react'
import type { Acting } from '@/api/session/party'
import { Invitations } from '@/features/organisation/invitations/invitations'
import { InviteDialog } from '@/features/organisation/invitations/invite-dialog'
import { Members } from '@/features/organisation/members/members'
import { OwnerNotices } from '@/features/organisation/members/owner-notices'
import { RoleLegend } from '@/features/organisation/members/role-choice'
import { sideOf } from '@/features/organisation/text'
import { PageHeader } from '@/ui/page-header'

/** The links of the invitations created during this visit, by invitation; the server shows each once. */
type Links = Readonly<Record<string, string>>

/** The members of an organisation, its invitations, and what each role allows. */
export function Team({ acting, ownId }: { acting: Acting; ownId: string }) {
  const { party, role, rights } = acting
  const [links, setLinks] = useState<Links>({})
  const remember = ({ id, link }: { id: string; link: string }) =>
    setLinks((before) => ({ ...before, [id]: link }))
  const mayManage = rights.includes('manage')
  const side = sideOf(party.role)
  return (
    <>
      <PageHeader
        title="Equipe"
        description={`Quem age por ${party.name}, e com que papel.`}
        actions={mayManage && <InviteDialog organisation={party} side={side} onInvited={remember} />}
      />
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {mayManage && <OwnerNotices acting={acting} ownId={ownId} />}
          <Members acting={acting} ownId={ownId} />
          {mayManage && (
            <Invitations organisationId={party.id} side={side} links={links} onInvited={remember} />
          )}
        </div>
        <RoleLegend side={side} ownRole={role} />
      </div>
    </>
  )
}
