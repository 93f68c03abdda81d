import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { adminErrorText, adminMessages } from '@/admin/words/messages'
import { toast } from '@/components/ui/toast'
import { useSubmission } from '@/components/ui/use-submission'
import { type Cell, csvOf } from '@/lib/csv'
import { downloadFile } from './download-file'
import { SmallButton } from './small-button'

const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

type ExportButtonProps<Row> = {
  name: string
  columns: Record<string, (row: Row) => Cell>
  readRows: () => Promise<readonly Row[]>
}

/** Downloads all rows as a CSV file called `name` and today's date in London. */
export function ExportButton<Row>({ name, columns, readRows }: ExportButtonProps<Row>) {
  // As a mutation, so that a refused session is noticed.
  const { mutateAsync } = useMutation({ mutationFn: readRows })
  const { sending, submit } = useSubmission(async () => {
    try {
      const rows = await mutateAsync()
      const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))
      downloadFile(`${name}-${dateFormat.format(new Date())}.csv`, 'text/csv', [
        csvOf([Object.keys(columns), ...cells]),
      ])
    } catch (error) {
      toast.error(adminMessages.exports.failed, { description: adminErrorText(error) })
    }
  })
  return (
    <SmallButton Icon={Download} busy={sending} onClick={() => void submit(undefined)}>
      {sending ? 'Exporting...' : 'Export as CSV'}
    </SmallButton>
  )
}
