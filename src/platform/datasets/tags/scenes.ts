import { wordList } from './word-list.ts'

/** The scenes that content tags name: places as in Places365 (Zhou et al., 2017), merged and in plain words. */
export const SCENES = wordList(`
  abbey, airfield, airport terminal, alley, amusement park, aquarium, arena, art gallery, art studio, assembly line,
  attic, auditorium, bakery, balcony, ballroom, bamboo forest, bank, bar, barn, basement, basketball court, bathroom,
  bazaar, beach, bedroom, boat deck, bookshop, botanical garden, bowling alley, boxing ring, bridge crossing, building
  site, bus interior, bus station, butcher’s shop, cafeteria, camping site, campus, canal, canyon, car interior, car
  park, castle, cathedral, cave, cemetery, chemist’s shop, church interior, city centre, classroom, cliff, clothes
  shop, coast, cockpit, coffee shop, computer room, conference room, corn field, corridor, courtroom, courtyard,
  creek, crosswalk, dam, dance floor, desert, dining room, dock, driveway, electrical substation, escalator, factory
  floor, farm, fast food restaurant, field, fire station, fish market, flat roof, flea market, football pitch, forest,
  forest path, fountain square, garage, garden, glacier, golf course, greenhouse, gym, hangar, harbour, highway, hill,
  hospital room, hospital ward, hotel lobby, hotel room, house front, ice rink, igloo, industrial area, island,
  junction, jungle, kindergarten, kitchen, laboratory, lake, landfill, laundry, lawn, lecture hall, library, lift
  lobby, lighthouse, living room, loading bay, locker room, market, marsh, meadow, metro platform, metro train, mine,
  moor, mosque, motorway exit, mountain, mountain path, museum, night club, nursery, office, oil rig, open-plan
  office, operating theatre, orchard, palace, park, parking garage, pasture, patio, pedestrian zone, petrol station,
  phone box, pier, playground, plaza, pond, port, power station, prison, pub, quarry, racecourse, railway track,
  railway yard, rainforest, reception, reef, restaurant, restaurant kitchen, rice field, river, road, roof terrace,
  roundabout, ruin, runway, savanna, school yard, sea, server room, ship interior, shipyard, shopping centre, shopping
  street, showroom, skate park, ski slope, sky, skyscraper district, slum, snowfield, solar farm, stable, stadium,
  stage, staircase, street, suburb, supermarket, swamp, swimming pool, temple, tennis court, theatre, toll station,
  train interior, train station, tundra, tunnel, underwater, university, valley, vegetable garden, village, vineyard,
  volcano, waiting room, warehouse, waterfall, waterfront, wheat field, wind farm, workshop, zoo
`)
