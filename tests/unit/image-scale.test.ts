import { describe, expect, it } from 'vitest'
import { fitWithin } from '@/domain/media-upload'

describe('the size of a saved image', () => {
  it('has 1,600 pixels on its longest side, upright or not', () => {
    expect(fitWithin({ width: 6000, height: 4000 }, 1600)).toEqual({ width: 1600, height: 1067 })
    expect(fitWithin({ width: 3000, height: 6000 }, 1600)).toEqual({ width: 800, height: 1600 })
  })

  it('is never larger than the picture', () => {
    expect(fitWithin({ width: 640, height: 480 }, 1600)).toEqual({ width: 640, height: 480 })
  })

  it('never vanishes, however thin the picture', () => {
    expect(fitWithin({ width: 10_000, height: 1 }, 1600)).toEqual({ width: 1600, height: 1 })
  })
})
