"""The pictures of the set, by the key their files carry on the site."""
from scenes.control_room import scada_desk
from scenes.desks import drawing_desk, field_kit, safety_desk
from scenes.lines import bottling_line, vision_station
from scenes.network import network_cabinet
from scenes.panels import open_panel, retrofit
from scenes.process import process_skid
from scenes.robots import gripper_blueprint, palletising_cell

SCENES = {
    "landingHero": palletising_cell,
    "landingHero2": open_panel,
    "solutionsCard1": bottling_line,
    "solutionsCard2": scada_desk,
    "solutionsCard3": process_skid,
    "solutionsCard4": network_cabinet,
    "solutionsCard5": vision_station,
    "solutionsCard6": retrofit,
    "projectsCard": drawing_desk,
    "servicesCard": field_kit,
    "findProfessionalCard": safety_desk,
    "portfolio-default": gripper_blueprint,
}
