import { Download } from 'lucide-react'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { type Cell, toCsv } from '@/lib/csv'
import { downloadFile } from './download-file'
import { SmallButton } from './small-button'
import { useAction } from './use-action'

const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

type ExportButtonProps<Row> = {
  name: string
  columns: Record<string, (row: Row) => Cell>
  readRows: () => Promise<readonly Row[]>
}

export function ExportButton<Row>({ name, columns, readRows }: ExportButtonProps<Row>) {
  // Mutations report a rejected session.
  const { mutate, isPending } = useAction({
    mutationFn: readRows,
    onSuccess: (rows) => {
      const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))
      downloadFile(`${name}-${dateFormat.format(new Date())}.csv`, 'text/csv', [
        toCsv([Object.keys(columns), ...cells]),
      ])
    },
    onError: (error) => toast.error(adminMessages.exports.failed, { description: adminErrorText(error) }),
  })
  return (
    <SmallButton Icon={Download} busy={isPending} onClick={() => void mutate()}>
      {isPending ? 'Exporting...' : 'Export as CSV'}
    </SmallButton>
  )
}
