import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderSite, stayAsBuilt } from '../support/render-site'

beforeEach(stayAsBuilt)

const services = () => within(document.getElementById('services') as HTMLElement)
const message = () => screen.getByRole('textbox', { name: 'Message' })
const band = () => services().getByRole('status')
const radio = (name: string) => services().getByRole('radio', { name })
const setArea = (value: string) =>
  fireEvent.change(services().getByRole('slider', { name: /^Floor area/ }), { target: { value } })

describe('the price guide', () => {
  it('begins with a new basement of 40 m² under a terrace and follows what is chosen', async () => {
    const { user } = await renderSite('/')
    expect(radio('Dig a new basement')).toBeChecked()
    expect(radio('Terraced')).toBeChecked()
    expect(band()).toHaveTextContent(
      /^£230,000 to £418,000including VAT at 20%18 to 34 weeks on siteafter 17 to 26 weeks of design/,
    )
    await user.click(radio('Convert a cellar'))
    expect(band()).toHaveTextContent(/^£75,000 to £144,000including.*6 to 14 weeks on siteafter 4 to 12 weeks/)
    await user.click(radio('Detached'))
    setArea('100')
    expect(services().getByText('Floor area').parentElement).toHaveTextContent('Floor area100 m²')
    expect(band()).toHaveTextContent(/^£183,000 to £345,000/)
    expect(band(), 'nothing is said while the slider moves').toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(band()).not.toHaveAttribute('aria-busy'))
  })

  it('puts what is chosen into the message once, goes there, and says it anew after another choice', async () => {
    const { user } = await renderSite('/')
    fireEvent.change(message(), { target: { value: 'It is wet.' } })
    const ask = services().getByRole('button', { name: 'Request a quote for this' })
    await user.click(ask)
    expect(message()).toHaveValue(
      'It is wet.\n\nPlease quote for the following: dig a new basement, terraced house, 40 m². ' +
        'Your online guide gives £230,000 to £418,000 including VAT, and 18 to 34 weeks on site.',
    )
    await waitFor(() => expect(document.getElementById('contact-section')).toHaveFocus())
    await user.click(radio('Semi-detached'))
    await user.click(radio('Lower a cellar floor'))
    await user.click(ask)
    expect(message()).toHaveValue(
      'It is wet.\n\nPlease quote for the following: lower a cellar floor, semi-detached house, 40 m². ' +
        'Your online guide gives £129,000 to £271,000 including VAT, and 12 to 22 weeks on site.',
    )
  })
})
