export default {
  industry: {
    answersTitle: 'What changes',
    answersText: 'Four things that people in this trade ask for first.',
    dayTitle: 'A day with Entrepot',
    more: 'Look closer',
    headings: 'Tariff headings of this industry',
    electronics: {
      title: 'Electronics',
      lead: 'Thousands of small parts, none of them lost',
      text: 'Reels, trays and tubes with date codes and revisions; customers who ask for one batch and no other. Entrepot knows each of them by batch and shelf.',
      short: 'Batches, date codes, reels and minimum quantities.',
      answers: {
        batch: {
          title: 'Batch and date code',
          text: 'Each receipt is a batch with production date. Pick the oldest first, or exactly the one that was promised.',
        },
        free: {
          title: 'Free, not only there',
          text: 'Reserved and free stock side by side, so that sales promises only what nobody else was promised.',
        },
        count: {
          title: 'Small units, exact',
          text: 'Count by piece, buy by reel. Quantities and prices are exact decimals, never rounded on the way.',
        },
        safety: {
          title: 'Safety levels',
          text: 'An article below its level is on the list of the buyer before the line stops.',
        },
      },
      day: {
        one: {
          time: '08:30',
          text: 'Twelve cartons arrive; each reel is scanned into its batch.',
        },
        two: {
          time: '10:15',
          text: 'Sales reserves 4,000 pieces of a date code; the rest stays free.',
        },
        three: {
          time: '14:00',
          text: 'A transfer leaves for the second site and is in transit until it is received.',
        },
        four: {
          time: '17:40',
          text: 'Three articles are below their level; the purchase draft is ready.',
        },
      },
    },
    textile: {
      title: 'Textile',
      lead: 'Every shade, every metre',
      text: 'One cloth, forty shades, rolls of different length. Entrepot keeps shade, width and dye lot as specifications, and the length with decimals.',
      short: 'Shades, dye lots, rolls and lengths with decimals.',
      answers: {
        shade: {
          title: 'Shade and size',
          text: 'Specifications make a table of variants; each cell is one article with price and stock of its own.',
        },
        lot: {
          title: 'Dye lots',
          text: 'The lot is the batch. An order is picked from one lot as long as there is enough of it.',
        },
        metre: {
          title: 'Metres with decimals',
          text: 'Four decimals in quantity. A cut is a move, the remnant stays on its shelf.',
        },
        season: {
          title: 'Seasons',
          text: 'Coupons and member prices start and end by themselves, on the day and the minute.',
        },
      },
      day: {
        one: {
          time: '09:00',
          text: 'A dye lot arrives; 26 rolls get their length and shelf.',
        },
        two: {
          time: '11:20',
          text: 'A customer takes 37.5 m; the roll keeps 12.5 m on the same shelf.',
        },
        three: {
          time: '15:30',
          text: 'The season offer starts in the shop, for members an hour earlier.',
        },
        four: {
          time: '18:10',
          text: 'Two shelves are counted on the phone; the difference is one entry.',
        },
      },
    },
    automotive: {
      title: 'Automotive',
      lead: 'The right part, the first time',
      text: 'Counter, workshop and web shop sell from one stock. Returned parts are checked before they are for sale again, and every promise has a reservation.',
      short: 'Counter and web shop on one stock, with returns.',
      answers: {
        one: {
          title: 'One stock for all',
          text: 'Counter and shop cannot sell the same part twice: it is reserved the moment it is ordered.',
        },
        fit: {
          title: 'Parts that fit',
          text: 'Parameters per category, such as axle, diameter and thread, that can be searched and compared.',
        },
        back: {
          title: 'Returns with a check',
          text: 'A return is an order of its own with state and reason; only a checked part is free again.',
        },
        sites: {
          title: 'Several sites',
          text: 'Transfers with transit, so that the van between two branches is part of the count.',
        },
      },
      day: {
        one: {
          time: '07:45',
          text: 'Overnight orders from the shop are ready to pick.',
        },
        two: {
          time: '10:30',
          text: 'The workshop asks for brake discs; the second branch has four.',
        },
        three: {
          time: '13:15',
          text: 'A returned starter comes in, is checked, and is free again.',
        },
        four: {
          time: '16:50',
          text: 'The carrier takes eleven parcels; the customers have the numbers.',
        },
      },
    },
  },
}
