import { Download } from 'lucide-react'
import { adminErrorText, adminMessages } from '@/admin/messages'
import { useAction } from '@/admin/query-client'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { type Cell, csvOf } from '@/lib/csv'

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

const save = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves rows as `name` with the date of today; the first row holds the headings. */
export function ExportButton({ name, read }: { name: string; read: () => Promise<readonly (readonly Cell[])[]> }) {
  const { mutate, isPending } = useAction({
    mutationFn: read,
    onSuccess: (rows) => save(`${name}-${day.format(new Date())}.csv`, csvOf(rows)),
    onError: (error) => toast.error(adminMessages.exports.failed, { description: adminErrorText(error) }),
  })
  return (
    <Button disabled={isPending} onClick={() => void mutate()} variant="outline" size="sm">
      <Download aria-hidden className="size-4" />
      {isPending ? 'Exporting...' : 'Export as CSV'}
    </Button>
  )
}
