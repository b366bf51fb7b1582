import { wordList } from './word-list.ts'

/** The objects that content tags name: the classes of COCO, and others that people film. */
export const OBJECTS = wordList(`
  airplane, ambulance, animal, apple, backpack, bag, banana, barrel, baseball bat, baseball glove, basket, bathtub,
  bear, bed, bee, beer, bench, bicycle, bird, boat, book, boot, bottle, bowl, box, bread, bridge, broccoli, bucket,
  building, bus, butterfly, cake, camera, candle, canoe, car, carpet, carrot, cat, cell phone, chair, cheese, chicken,
  child, chocolate, clock, coat, coffee, computer monitor, couch, cow, crab, crane, crowd, cup, cupboard, curtain,
  deer, desk, dining table, dog, dolphin, donut, door, dress, drone, drum, duck, eagle, egg, elephant, excavator,
  face, fence, fire engine, fire hydrant, fish, flag, flower, fork, forklift, fountain, fox, frisbee, frog, fruit,
  giraffe, glasses, glove, goat, goose, grapes, grass, guitar, hair drier, hammer, hand, handbag, hat, headphones,
  helicopter, helmet, horse, hot dog, house, ice cream, insect, juice, keyboard, kite, knife, lamp, laptop, leaf,
  lemon, lion, lizard, meat, microphone, microwave, mirror, monkey, motorcycle, mouse, mouse animal, mushroom, number
  plate, orange, oven, owl, pallet, parking meter, parrot, penguin, person, piano, picture frame, pig, pillow, pizza,
  police car, potato, potted plant, printer, rabbit, refrigerator, remote, ring, sailboat, salad, sandwich, scissors,
  scooter, shark, sheep, shelf, ship, shirt, shoe, sink, skateboard, skis, snake, snowboard, soup, spider, spoon,
  sports ball, squirrel, stairs, statue, stop sign, strawberry, street lamp, suitcase, surfboard, taxi, tea, teddy
  bear, tennis racket, tent, tie, tiger, toaster, toilet, tomato, tool, toothbrush, tower, tractor, traffic cone,
  traffic light, traffic sign, trailer, train, tram, tree, trousers, truck, turtle, tv, umbrella, van, vase,
  vegetable, violin, wall, washing machine, watch, whale, wheel, window, wine glass, wolf, zebra
`)
