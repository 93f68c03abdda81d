import { describe, expect, it } from 'vitest'
import { keyAction } from '@/components/lightbox/keys'
import { photoIndex, searchWithPhoto, slidesAround, stepFrom } from '@/components/lightbox/photo-number'
import { isSideways, swipeSteps } from '@/components/lightbox/swipe'
import { FITTED, heldWithin, panBy, zoomAt } from '@/components/lightbox/view'

describe('the photo in the address', () => {
  it.each([
    ['1', 0],
    ['4', 3],
    ['13', 12],
  ])('reads %s', (value, index) => expect(photoIndex(value, 13)).toBe(index))

  it.each([null, '', '0', '14', '-1', '01', '1.5', '1e1', ' 1', '1 ', 'four', '99999999999999999999'])(
    'does not read %j',
    (value) => expect(photoIndex(value, 13)).toBeUndefined(),
  )

  it('leaves everything else in the address as it is', () => {
    expect(searchWithPhoto('', 3)).toBe('?photo=4')
    expect(searchWithPhoto('?ref=mail&photo=2', 3)).toBe('?ref=mail&photo=4')
    expect(searchWithPhoto('?ref=mail&photo=2', undefined)).toBe('?ref=mail')
    expect(searchWithPhoto('?photo=2', undefined)).toBe('')
  })
})

describe('going round', () => {
  it('goes on at the other end, both ways', () => {
    expect(stepFrom(12, 1, 13)).toBe(0)
    expect(stepFrom(0, -1, 13)).toBe(12)
    expect(stepFrom(5, 1, 13)).toBe(6)
    expect(stepFrom(0, 0, 1)).toBe(0)
  })

  it('lays the neighbours out around the photo in view', () => {
    expect(slidesAround(0, 13)).toEqual([
      { index: 0, offset: 0 },
      { index: 1, offset: 1 },
      { index: 12, offset: -1 },
    ])
  })

  it('lays no photo out twice', () => {
    expect(slidesAround(0, 1)).toEqual([{ index: 0, offset: 0 }])
    expect(slidesAround(1, 2)).toEqual([
      { index: 1, offset: 0 },
      { index: 0, offset: 1 },
    ])
  })
})

describe('a drag across the table', () => {
  it('is a swipe only where it is clearly sideways', () => {
    expect(isSideways(40, 5)).toBe(true)
    expect(isSideways(-40, 20)).toBe(true)
    expect(isSideways(40, 38)).toBe(false)
    expect(isSideways(3, -60)).toBe(false)
  })

  it.each([
    ['far and slow to the left: next', -120, 900, 1],
    ['far and slow to the right: previous', 120, 900, -1],
    ['short and fast: a flick', -40, 80, 1],
    ['short and slow: nothing', -60, 900, 0],
    ['a tremble: nothing', 12, 5, 0],
  ])('%s', (_, dx, ms, steps) => expect(swipeSteps({ dx, ms, width: 390 })).toBe(steps))
})

describe('an enlarged photo', () => {
  const photo = { width: 400, height: 300 }
  const table = { width: 400, height: 800 }

  it('keeps the point that was clicked where it is', () => {
    const point = { x: 100, y: -50 }
    const view = zoomAt(FITTED, 2, point)
    // What was drawn at the point is drawn at view + 2 x its distance from the photo's centre.
    expect({ x: view.x + 2 * point.x, y: view.y + 2 * point.y }).toEqual(point)
    expect(zoomAt(view, 1, point)).toEqual(FITTED)
  })

  it('is never smaller than the whole and never larger than four times', () => {
    expect(zoomAt(FITTED, 0.2, { x: 0, y: 0 }).scale).toBe(1)
    expect(zoomAt(FITTED, 9, { x: 0, y: 0 }).scale).toBe(4)
  })

  it('moves as far as its edge, and not at all where the table is larger', () => {
    const view = heldWithin(panBy({ scale: 2, x: 0, y: 0 }, 999, -999), photo, table)
    expect(view).toEqual({ scale: 2, x: 200, y: 0 })
    expect(heldWithin(panBy({ scale: 4, x: 0, y: 0 }, 0, -999), photo, table).y).toBe(-200)
  })
})

describe('keys', () => {
  const press = (key: string, isZoomed = false, held: object = {}) =>
    keyAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, isZoomed)

  it('move between photos and zoom', () => {
    expect(press('ArrowLeft')).toEqual({ steps: -1 })
    expect(press('ArrowRight', true)).toEqual({ steps: 1 })
    expect(press('Home')).toEqual({ end: 'first' })
    expect(press('End')).toEqual({ end: 'last' })
    expect(press('+', false, { shiftKey: true })).toEqual(press('='))
    expect(press('-')).toEqual({ zoom: expect.any(Number) })
  })

  it('move an enlarged photo, and only that', () => {
    expect(press('ArrowDown', true)).toEqual({ pan: [0, expect.any(Number)] })
    expect(press('ArrowDown')).toBeUndefined()
    expect(press('ArrowLeft', true, { shiftKey: true })).toEqual({ pan: [expect.any(Number), 0] })
  })

  it('leave to the browser what is its own', () => {
    expect(press('ArrowLeft', false, { altKey: true })).toBeUndefined()
    expect(press('+', false, { ctrlKey: true })).toBeUndefined()
    expect(press('-', false, { metaKey: true })).toBeUndefined()
    expect(press('a')).toBeUndefined()
  })
})
