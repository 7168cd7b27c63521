import { amountOf, type MoneyPattern } from '@tavola/contracts/rules/money.ts';

/** A category's name, then its dishes: name, price in a currency with decimals, description. */
type SampleSection = readonly [string, ...(readonly [string, number, string?])[]];

interface SampleMenu {
  name: string;
  sections: readonly SampleSection[];
}

/** Menus to begin with, for restaurants that have none at hand. */
export const SAMPLE_MENUS: readonly SampleMenu[] = [
  {
    name: 'Trattoria',
    sections: [
      [
        'Antipasti',
        ['Bruschetta', 8.5, 'Grilled bread, tomatoes, basil, garlic'],
        ['Burrata', 13.5, 'Roasted peppers, olive oil'],
        ['Olives', 5],
      ],
      [
        'Pasta',
        ['Spaghetti al Pomodoro', 13, 'Tomatoes, basil, parmesan'],
        ['Carbonara', 15, 'Guanciale, egg, pecorino'],
        ['Lasagna', 15.5, 'Beef ragù, béchamel'],
      ],
      ['Pizza', ['Margherita', 12.5, 'Tomatoes, mozzarella, basil'], ['Diavola', 14.5, 'Spicy salami, mozzarella']],
      ['Dolci', ['Tiramisù', 7.5], ['Panna Cotta', 7, 'Berries']],
      ['Drinks', ['Still Water', 3.5], ['House Red, Glass', 7], ['Espresso', 3]],
    ],
  },
  {
    name: 'Café',
    sections: [
      ['Coffee', ['Espresso', 3], ['Cappuccino', 4.2], ['Flat White', 4.5], ['Filter Coffee', 3.8]],
      ['Tea', ['Black Tea', 3.5], ['Fresh Mint Tea', 4]],
      [
        'Breakfast',
        ['Granola Bowl', 8.5, 'Yogurt, seasonal fruit, honey'],
        ['Avocado Toast', 10.5, 'Sourdough, poached egg, chili'],
        ['Pancakes', 9.5, 'Maple syrup, berries'],
      ],
      ['Pastries', ['Croissant', 3.2], ['Cinnamon Roll', 4], ['Carrot Cake', 5]],
    ],
  },
  {
    name: 'Burger Bar',
    sections: [
      [
        'Burgers',
        ['Classic Burger', 12.5, 'Beef, lettuce, tomato, pickles'],
        ['Cheeseburger', 13.5, 'Beef, cheddar, onions'],
        ['Bean Burger', 12.5, 'Black beans, corn, avocado'],
      ],
      ['Sides', ['Fries', 4.5], ['Sweet Potato Fries', 5.5], ['Coleslaw', 4]],
      ['Desserts', ['Brownie', 6, 'Vanilla ice cream'], ['Milkshake', 6.5, 'Vanilla, chocolate or strawberry']],
      ['Drinks', ['Lemonade', 4], ['Draft Beer', 5.5], ['Iced Tea', 4]],
    ],
  },
];

/** A sample as an owner would type it, with prices in the restaurant's currency: 8.50 is 850 where there are no decimals. */
export const sampleText = ({ sections }: SampleMenu, { digits }: Pick<MoneyPattern, 'digits'>): string =>
  sections
    .map(([name, ...dishes]) => {
      const lines = dishes.map(([dish, price, description]) => {
        const line = `${dish}  ${amountOf(digits === 0 ? price * 100 : price, digits)}`;
        return description ? `${line}\n${description}` : line;
      });
      return [name, ...lines].join('\n');
    })
    .join('\n\n');
