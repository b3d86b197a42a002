import { SiteImage } from '@/features/site-image/site-image'

/** What the product is, beside the forms on a wide screen. */
export function Headline() {
  return (
    <aside className="hidden flex-col justify-center gap-8 border-r border-line bg-sunken p-16 lg:flex">
      <div className="flex flex-col gap-4">
        <p className="text-4xl leading-tight font-semibold">
          Conectando a indústria aos melhores profissionais de automação.
        </p>
        <p className="max-w-measure text-lg text-muted">
          Publique projetos, receba propostas e acompanhe tudo em um só lugar: do CLP ao supervisório.
        </p>
      </div>
      <SiteImage name="landingHero" alt="" sizes="(min-width: 64rem) 42rem, 1px" className="max-w-2xl" />
    </aside>
  )
}
