import { Copy, Printer, Share2, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { site } from '@/content/site'
import { businessCardMessages } from '@/messages/business-card'
import { vcard } from './vcard'

const contact = vcard({
  name: site.founder.name,
  title: site.founder.title,
  company: site.name,
  phone: site.phone.href,
  email: site.email,
  url: site.url,
})

const fileName = `${site.founder.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.vcf`

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(window.location.href)
    toast.success(businessCardMessages.linkCopied)
  } catch {
    toast.error(businessCardMessages.linkNotCopied(window.location.href))
  }
}

const shareCard = async () => {
  try {
    await navigator.share({ title: `${site.founder.name}, ${site.name}`, url: window.location.href })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(businessCardMessages.fallback)
  }
}

export function CardActions() {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  const classes = buttonClass({ variant: 'outline', size: 'sm', className: 'min-h-11 max-sm:px-2.5 noscript:hidden' })

  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <a
        href={`data:text/vcard;charset=utf-8,${encodeURIComponent(contact)}`}
        download={fileName}
        className={buttonClass({ size: 'sm', className: 'min-h-11 max-sm:px-2.5' })}
      >
        <UserPlus aria-hidden className="size-4" />
        Save contact
      </a>
      <button type="button" className={classes} onClick={copyLink}>
        <Copy aria-hidden className="size-4" />
        Copy link
      </button>
      {canShare && (
        <button type="button" className={classes} onClick={shareCard}>
          <Share2 aria-hidden className="size-4" />
          Share…
        </button>
      )}
      <button type="button" className={classes} onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        Print
      </button>
    </div>
  )
}
