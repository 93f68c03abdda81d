import { expect, it } from 'vitest'
import { buildTree } from '@/admin/theme/files'

it('the file tree lists folders first, then files, each sorted by name', () => {
  const tree = buildTree('src', ['src/z.ts', 'src/a.ts', 'src/ui/button.ts', 'src/ui/deep/x.ts', 'other/y.ts'])
  expect(tree.children?.map(({ name }) => name)).toEqual(['ui', 'a.ts', 'z.ts'])
  expect(tree.children?.[0]?.children?.map(({ path }) => path)).toEqual(['src/ui/deep', 'src/ui/button.ts'])
})
