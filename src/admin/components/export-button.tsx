import { Download } from 'lucide-react'
import { useAction } from '@/admin/backend/query-client'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { type Cell, csvOf } from '@/lib/csv'
import { allPages, type PageEnd } from '@/lib/pages'
import { saveText } from './save-text'
import { SmallButton } from './small-button'

const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

type ExportButtonProps<Row extends PageEnd> = {
  name: string
  pageSize: number
  readPage: (end: PageEnd | undefined) => Promise<readonly Row[]>
  columns: Record<string, (row: Row) => Cell>
}

/** Saves the rows of all pages as `name` with the date of today. */
export function ExportButton<Row extends PageEnd>({ name, pageSize, readPage, columns }: ExportButtonProps<Row>) {
  const { mutate, isPending } = useAction({
    mutationFn: () => allPages(pageSize, readPage),
    onSuccess: (rows) => {
      const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))
      saveText(`${name}-${dateFormat.format(new Date())}.csv`, 'text/csv', csvOf([Object.keys(columns), ...cells]))
    },
    onError: (error) => toast.error(adminMessages.exports.failed, { description: adminErrorText(error) }),
  })
  return (
    <SmallButton Icon={Download} disabled={isPending} onClick={() => void mutate()}>
      {isPending ? 'Exporting...' : 'Export as CSV'}
    </SmallButton>
  )
}
