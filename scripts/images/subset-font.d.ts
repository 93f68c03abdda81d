declare module 'subset-font' {
  interface AxisRange {
    min: number
    max: number
    default?: number
  }
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    keepFeatures?: string[]
    variationAxes?: Record<string, number | AxisRange>
  }
  export default function subsetFont(font: Buffer, characters: string, options?: Options): Promise<Buffer>
}
