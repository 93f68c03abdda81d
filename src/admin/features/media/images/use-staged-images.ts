import { useCallback, useEffect, useRef, useState } from 'react'
import { checkFile, type FileProblem } from '@/domain/media-upload'

/** A chosen image that is not uploaded yet; with a `problem` it will not be. */
export type StagedImage = {
  readonly key: number
  readonly file: File
  readonly address: string
  readonly problem: FileProblem | undefined
}

/** The images that were chosen and not yet uploaded, in the order they were chosen. */
export const useStagedImages = () => {
  const [staged, setStaged] = useState<readonly StagedImage[]>([])
  const nextKey = useRef(0)
  const shown = useRef<readonly StagedImage[]>([])
  shown.current = staged

  useEffect(
    () => () => {
      for (const { address } of shown.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const add = (files: readonly File[]) => {
    const images = files.map((file) => {
      nextKey.current += 1
      return { key: nextKey.current, file, address: URL.createObjectURL(file), problem: checkFile('image', file) }
    })
    // Files refused earlier have had their say once something else is chosen.
    setStaged((before) => [...before.filter(({ problem }) => !problem), ...images])
  }

  const remove = useCallback((image: StagedImage) => {
    URL.revokeObjectURL(image.address)
    setStaged((before) => before.filter(({ key }) => key !== image.key))
  }, [])

  const refuse = useCallback((image: StagedImage, problem: FileProblem) => {
    setStaged((before) => before.map((one) => (one.key === image.key ? { ...one, problem } : one)))
  }, [])

  return { staged, add, remove, refuse }
}
