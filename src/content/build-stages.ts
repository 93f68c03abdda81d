/** The four stages of the drawing 'how a basement is built'. */
export const buildStages = [
  { name: 'Look', text: 'A trial pit shows the footing and the ground it stands on.' },
  { name: 'Hold', text: 'Pins are cast beneath the walls, one short bay at a time.' },
  { name: 'Dig', text: 'The ground comes out between props that keep the walls apart.' },
  { name: 'Line', text: 'A concrete box, drained and lined, becomes a dry room.' },
] as const
